import { useApolloClient, useMutation } from '@apollo/client/react';
import { useCallback, useEffect, useReducer, useRef } from 'react';
import { messageOf } from '../../shared/apollo/errors.ts';
import { useCreationKey } from '../../shared/apollo/use-creation-key.ts';
import { openBilling } from '../../shared/plan/open-billing.ts';
import { wait } from '../../shared/browser/wait.ts';
import { refreshPlan } from '../../shared/plan/refresh-plan.ts';
import { followGeneration } from './follow-generation.ts';
import {
  failureOfGeneration,
  failureText,
  insertFailed,
  isPaywall,
  leftOutNote,
  quotaSpent,
} from './generation-rules.ts';
import {
  chosenOf,
  evolve,
  firstStep,
  type GenerationEvent,
  type GenerationStep,
  type Mode,
  type Target,
} from './generation-state.ts';
import {
  GenerateCardsDocument,
  GenerationProgressDocument,
  InsertGeneratedCardsDocument,
  type InsertGeneratedCardsMutation,
} from './generation.generated.ts';

export type Inserted = InsertGeneratedCardsMutation['insertGeneratedCards'];
type Dispatch = (event: GenerationEvent) => void;

interface Request {
  text: string;
  count: number;
  target: Target;
  mode: Mode;
}

/** Polls a running generation to its end, even while the dialog is closed. */
function useFollowing(state: GenerationStep, dispatch: Dispatch) {
  const client = useApolloClient();
  const running = state.step === 'running' ? state : null;
  const id = running?.generation?.id;
  const mode = running?.mode ?? 'preview';
  useEffect(() => {
    if (id === undefined) return;
    const left = new AbortController();
    const fetchGeneration = async (signal: AbortSignal) => {
      const context = { fetchOptions: { signal } };
      const { data } = await client.query({ query: GenerationProgressDocument, variables: { id }, context });
      if (!data) throw new Error('No generation in the answer');
      return data.generation;
    };
    followGeneration({ wait, fetchGeneration, now: Date.now }, left.signal, (generation) => {
      if (generation.state === 'FAILED')
        dispatch({ type: 'failed', message: failureOfGeneration(generation.failure, mode) });
      else dispatch({ type: 'received', generation });
      if (generation.state !== 'RUNNING') refreshPlan(client);
    }).catch((error: unknown) => {
      if (!left.signal.aborted) dispatch({ type: 'failed', message: failureText(error, mode) });
    });
    return () => left.abort();
  }, [client, dispatch, id, mode]);
}

/** The note names what is missing, for a learner who did not see a preview. */
type WhenInserted = (inserted: Inserted, target: Target, note: string) => void;

/** Inserts exactly the shown pairs when the step is `inserting`. */
function useInserting(state: GenerationStep, dispatch: Dispatch, onInserted: WhenInserted) {
  const [insert] = useMutation(InsertGeneratedCardsDocument);
  const notified = useRef(onInserted);
  useEffect(() => {
    notified.current = onInserted;
  });
  const inserting = state.step === 'inserting' ? state : null;
  useEffect(() => {
    if (!inserting) return;
    const { generationId, pairs, target, mode } = inserting;
    const insertAll = async () => {
      const input = { generationId, deckId: target.deckId, cards: chosenOf(pairs) };
      // Without a key: a generation goes into a deck once, and a repeat gets the first result.
      const { data } = await insert({ variables: { input } });
      dispatch({ type: 'inserted' });
      notified.current(data.insertGeneratedCards, target, mode === 'direct' ? leftOutNote(inserting) : '');
    };
    insertAll().catch((error: unknown) =>
      dispatch({ type: 'failed', message: messageOf(error, insertFailed()) }),
    );
  }, [inserting, insert, dispatch]);
}

/** A generation from the text to the cards in a deck. It continues while its dialog is closed. */
export function useGeneration(onInserted: WhenInserted) {
  const key = useCreationKey();
  const [generate, { client }] = useMutation(GenerateCardsDocument);
  const [state, dispatch] = useReducer(evolve, firstStep);
  useFollowing(state, dispatch);
  useInserting(state, dispatch, onInserted);

  const refuse = useCallback(
    (error: unknown, { mode }: Request) => {
      const message = failureText(error, mode);
      if (!isPaywall(error, message)) return dispatch({ type: 'failed', message });
      dispatch({ type: 'failed', message: quotaSpent() });
      // The plan may have ended since it was shown, by the server's clock.
      refreshPlan(client);
      openBilling('paywall');
    },
    [client],
  );
  const start = async (request: Request) => {
    const { text, count, target, mode } = request;
    dispatch({ type: 'requested', target, mode });
    try {
      const input = { text, count, deckId: target.deckId };
      const { data } = await generate({ variables: { input }, context: key.contextFor(input) });
      key.made();
      dispatch({ type: 'received', generation: data.generateCards });
      refreshPlan(client);
    } catch (error) {
      refuse(error, request);
    }
  };
  /** Opens the preview of an earlier generation. */
  const openEarlier = async (id: string, target: Target) => {
    dispatch({ type: 'requested', target, mode: 'preview' });
    try {
      const { data } = await client.query({ query: GenerationProgressDocument, variables: { id } });
      if (data) dispatch({ type: 'received', generation: data.generation });
    } catch (error) {
      dispatch({ type: 'failed', message: failureText(error, 'preview') });
    }
  };
  return { state, dispatch, start, openEarlier };
}
