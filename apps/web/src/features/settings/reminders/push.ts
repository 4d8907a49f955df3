/** Why this browser cannot be notified; `null` when it can. */
export function obstacle(): 'install' | 'missing' | 'blocked' | null {
  const isApple = /iphone|ipad/i.test(navigator.userAgent);
  if (!('PushManager' in window && 'Notification' in window)) return isApple ? 'install' : 'missing';
  return Notification.permission === 'denied' ? 'blocked' : null;
}

/** Asks for permission and subscribes; `null` without permission. Throws in a browser without our service worker. */
export async function subscribe(publicKey: string) {
  if ((await Notification.requestPermission()) !== 'granted') return null;
  const registration = await navigator.serviceWorker.getRegistration();
  if (!registration) throw new Error('There is no service worker.');
  const options = { userVisibleOnly: true, applicationServerKey: publicKey };
  const { pushManager } = registration;
  const subscription = await pushManager.subscribe(options).catch(async () => {
    // Another key has subscribed before.
    await (await pushManager.getSubscription())?.unsubscribe();
    return pushManager.subscribe(options);
  });
  const { keys } = subscription.toJSON();
  return { endpoint: subscription.endpoint, p256dh: keys?.['p256dh'] ?? '', auth: keys?.['auth'] ?? '' };
}
