import type { UseCases } from '../use-cases/use-cases.ts';
import type { Audited } from './audited.ts';
import type { GraphQLContext } from './context.ts';
import type { MutationResolvers, QueryResolvers } from './generated/types.ts';
import * as inputs from './inputs.ts';
import { eventsView, lettersView } from './views.ts';

interface DeskFields {
  queries: QueryResolvers<GraphQLContext>;
  mutations: MutationResolvers<GraphQLContext>;
}

const letterNamed = ({ service, id }: { service: string; id: string }) => ({ target: `${service} ${id}` });

/** The event desk. Kafka takes no part in a transaction, so what is done there is noted after it. */
export function deskFields(useCases: UseCases, noted: Audited['read'], now: () => Date): DeskFields {
  const view = (events: Parameters<ReturnType<typeof eventsView>>[0]) => eventsView(now())(events);
  return {
    queries: {
      adminEventDesk: noted('adminEventDesk', inputs.noArguments, async () =>
        (await useCases.readEventDesk()).map(view),
      ),
      adminDeadLetters: noted(
        'adminDeadLetters',
        inputs.deadLettersArguments,
        async (asked) => lettersView(await useCases.listDeadLetters(asked)),
        ({ items }, { service }) => ({ target: service, count: items.length }),
      ),
    },
    mutations: {
      replayDeadLetter: noted(
        'replayDeadLetter',
        inputs.deadLetterArguments,
        async ({ input }, { by }) => view(await useCases.replayDeadLetter(input, String(by))),
        (_events, { input }) => letterNamed(input),
      ),
      replayDeadLetters: noted(
        'replayDeadLetters',
        inputs.replayDeadLettersArguments,
        async ({ input }, { by }) => {
          const { sent, kept, events } = await useCases.replayDeadLetters(input, String(by));
          return { sent, kept, events: view(events) };
        },
        ({ sent }, { input }) => ({ target: input.service, count: sent }),
      ),
      discardDeadLetter: noted(
        'discardDeadLetter',
        inputs.deadLetterArguments,
        async ({ input }, { by }) => view(await useCases.discardDeadLetter(input, String(by))),
        (_events, { input }) => letterNamed(input),
      ),
      unparkAggregate: noted(
        'unparkAggregate',
        inputs.unparkArguments,
        async ({ input }) => view(await useCases.unparkAggregate(input)),
        (_events, { input }) => ({ target: `${input.service} ${input.aggregate}` }),
      ),
    },
  };
}
