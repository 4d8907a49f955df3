import { describeEdges, edgeSettings } from '../testing/edges-suite.ts';
import { describeHungProcess, startSlowBodies } from '../testing/hung-suite.ts';
import { useProduct } from '../testing/running-product.ts';
import { describeTracing } from '../testing/tracing-suite.ts';

const product = useProduct(edgeSettings, '--split');
const expectClosedBodies = startSlowBodies(product);

describeTracing(['web', 'gateway'], product);
describeHungProcess(product);
describeEdges(product);
expectClosedBodies();
