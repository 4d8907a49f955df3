import { describeEdges, edgeSettings } from './testing/edges-suite.ts';
import { describeHungProcess, startDrips } from './testing/hung-suite.ts';
import { oneProduct } from './testing/running-product.ts';
import { describeTracing } from './testing/tracing-suite.ts';

const product = oneProduct(edgeSettings, '--split');
const expectEndOfDrips = startDrips(product);

describeTracing(['web', 'gateway'], product);
describeHungProcess(product);
describeEdges(product);
expectEndOfDrips();
