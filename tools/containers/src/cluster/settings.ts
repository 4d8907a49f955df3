import { join } from 'node:path';

/** Where a run keeps its files, and the addresses within its own network. */
export interface Place {
  /** Short, since the paths of sockets must be. */
  home: string;
  /** The cgroup of all pods. */
  cgroup: string;
}

export const node = { name: 'node', address: '192.168.77.1' };
const pods = '10.244.0.0/24';
export const services = '10.96.0.0/16';
export const apiPort = 6443;
export const etcdAddress = 'http://127.0.0.1:2379';
export const containerdSocket = ({ home }: Place): string => join(home, 'containerd.sock');

/** The way to the API server of every process; the certificate is one that it made for itself. */
export const kubeconfig = (token: string) => ({
  apiVersion: 'v1',
  kind: 'Config',
  'current-context': 'here',
  clusters: [
    { name: 'here', cluster: { server: `https://127.0.0.1:${apiPort}`, 'insecure-skip-tls-verify': true } },
  ],
  users: [{ name: 'operator', user: { token } }],
  contexts: [{ name: 'here', context: { cluster: 'here', user: 'operator' } }],
});

export const containerdSettings = (place: Place): string => `version = 2
root = "${place.home}/containerd"
state = "${place.home}/run"
[grpc]
  address = "${containerdSocket(place)}"
[ttrpc]
  address = "${place.home}/ttrpc.sock"
[plugins."io.containerd.internal.v1.opt"]
  path = "${place.home}/opt"
[plugins."io.containerd.grpc.v1.cri"]
  sandbox_image = "docker.io/kumbuka/pause:latest"
  # Without CAP_SYS_RESOURCE nobody may be made safer from the memory killer than we are.
  restrict_oom_score_adj = true
  [plugins."io.containerd.grpc.v1.cri".cni]
    bin_dir = "/usr/lib/cni"
    conf_dir = "${place.home}/cni"
`;

/** Each pod has a pair of its own to the node, so that every packet passes the rules of kube-proxy. */
export const podNetwork = (place: Place) => ({
  cniVersion: '0.4.0',
  name: 'pods',
  plugins: [
    {
      type: 'ptp',
      ipam: {
        type: 'host-local',
        dataDir: `${place.home}/addresses`,
        ranges: [[{ subnet: pods }]],
        routes: [{ dst: '0.0.0.0/0' }],
      },
    },
  ],
});

export const kubeletSettings = (place: Place) => ({
  apiVersion: 'kubelet.config.k8s.io/v1beta1',
  kind: 'KubeletConfiguration',
  address: node.address,
  authentication: { anonymous: { enabled: true }, webhook: { enabled: false } },
  authorization: { mode: 'AlwaysAllow' },
  containerRuntimeEndpoint: `unix://${containerdSocket(place)}`,
  cgroupDriver: 'cgroupfs',
  cgroupRoot: place.cgroup,
  enforceNodeAllocatable: [],
  clusterDNS: [node.address],
  clusterDomain: 'cluster.local',
  resolvConf: '',
  podLogsDir: join(place.home, 'pods'),
  volumePluginDir: join(place.home, 'plugins'),
  failCgroupV1: false,
  failSwapOn: false,
  oomScoreAdj: 0,
  // The disk is shared with others: how full it is says nothing about the pods.
  evictionHard: { 'memory.available': '100Mi', 'nodefs.available': '1%', 'imagefs.available': '1%' },
  imageGCHighThresholdPercent: 100,
});

export const proxySettings = (file: string) => ({
  apiVersion: 'kubeproxy.config.k8s.io/v1alpha1',
  kind: 'KubeProxyConfiguration',
  clientConnection: { kubeconfig: file },
  clusterCIDR: pods,
  mode: 'iptables',
  hostnameOverride: node.name,
  // Those of the machine stay as they are.
  conntrack: { maxPerCore: 0, min: 0, tcpEstablishedTimeout: '0s', tcpCloseWaitTimeout: '0s' },
});
