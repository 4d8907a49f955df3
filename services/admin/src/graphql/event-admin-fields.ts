import type { RequestContext } from '@kumbuka/service-kit';
import type { UseCases } from '../use-cases/use-cases.ts';
import type { Audited } from './audited.ts';
import type { MutationResolvers, QueryResolvers } from './generated/types.ts';
import * as inputs from './inputs.ts';
import { eventsView, deadLettersView } from './views.ts';

interface EventAdminFields {
  queries: QueryResolvers<RequestContext>;
  mutations: MutationResolvers<RequestContext>;
}

const targetOf = ({ service, id }: { service: string; id: string }) => ({ target: `${service} ${id}` });

/** Fields of the events tab. Kafka cannot join a transaction, so actions are recorded before and after. */
export function eventAdminFields(
  useCases: UseCases,
  audited: Pick<Audited, 'read' | 'act'>,
  now: () => Date,
): EventAdminFields {
  const view = (events: Parameters<ReturnType<typeof eventsView>>[0]) => eventsView(now())(events);
  return {
    queries: {
      adminEventDesk: audited.read('adminEventDesk', inputs.noArguments, async () =>
        (await useCases.readEventDesk()).map(view),
      ),
      adminDeadLetters: audited.read(
        'adminDeadLetters',
        inputs.deadLettersArguments,
        async (input) => {
          const page = await useCases.listDeadLetters(input);
          const ids = page.items.map(({ discarded }) => Number(discarded?.by)).filter(Number.isSafeInteger);
          return deadLettersView(page, await useCases.readNames(ids));
        },
        ({ items }, { service }) => ({ target: service, count: items.length }),
      ),
    },
    mutations: {
      replayDeadLetter: audited.act(
        'replayDeadLetter',
        inputs.deadLetterArguments,
        ({ input }) => targetOf(input),
        async ({ input }, { by }) => view(await useCases.replayDeadLetter(input, String(by))),
      ),
      replayDeadLetters: audited.act(
        'replayDeadLetters',
        inputs.replayDeadLettersArguments,
        ({ input }) => ({ target: input.service }),
        async ({ input }, { by }) => {
          const { sent, kept, events } = await useCases.replayDeadLetters(input, String(by));
          return { sent, kept, events: view(events) };
        },
        ({ sent }, { input }) => ({ target: input.service, count: sent }),
      ),
      discardDeadLetter: audited.act(
        'discardDeadLetter',
        inputs.deadLetterArguments,
        ({ input }) => targetOf(input),
        async ({ input }, { by }) => view(await useCases.discardDeadLetter(input, String(by))),
      ),
      unparkAggregate: audited.act(
        'unparkAggregate',
        inputs.unparkArguments,
        ({ input }) => ({ target: `${input.service} ${input.aggregate}` }),
        async ({ input }) => view(await useCases.unparkAggregate(input)),
      ),
    },
  };
}
