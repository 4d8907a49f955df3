import { describeEvents } from '../testing/events-suite.ts';
import { describeLimits } from '../testing/limits-suite.ts';
import { describeOperator } from '../testing/operator-suite.ts';
import { useProduct } from '../testing/running-product.ts';
import { describeTracing } from '../testing/tracing-suite.ts';

const product = useProduct({});

// The commands for operators name the first user, so they run first.
describeOperator(product);
describeEvents(product);
describeTracing(['web'], product);
describeLimits(product);
