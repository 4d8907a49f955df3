import { t } from '@lingui/core/macro';
import { Suspense, useState, type Ref } from 'react';
import { lazyNamed } from '../../../../shared/browser/lazy-named.tsx';
import { FlagMark } from '../../../../shared/ui/card/flag-mark.tsx';
import { wordsOf } from '../../../../shared/format/words-of.ts';
import { FlipCard, type FlipCardProps } from '../../../../shared/ui/card/flip-card.tsx';
import { CheckIcon, CloseIcon } from '../../../../shared/ui/icons.tsx';
import { Tag } from '../../../../shared/ui/tag.tsx';
import { CardMenu } from '../../../../shared/ui/card/card-menu.tsx';
import { cardActions, type CardAct } from './card-actions.tsx';
import {
  CardFooter,
  CardPlace,
  Corner,
  DeckName,
  MasteredTag,
  menuIcon,
  SlippingTag,
  Stack,
} from './card-layout.tsx';
import { isSlipping } from '../../../../shared/study/slipping.ts';
import { SpeakButton } from './speak-button.tsx';
import { swipeMark, useSwipe } from '../hooks/use-swipe.ts';
import {
  canAnswer,
  countersOf,
  currentAnswer,
  hasNext,
  type CardAnswer,
  type SessionState,
  type StudyCard,
} from '../state/session-state.ts';

const TypedField = lazyNamed(() => import('./typed-field.tsx'), 'TypedField');
const TypedResult = lazyNamed(() => import('./typed-result.tsx'), 'TypedResult');

interface CardMarksProps {
  card: StudyCard;
  answer: CardAnswer | undefined;
}

function CardMarks({ card, answer }: CardMarksProps) {
  return (
    <>
      {isSlipping(card.schedule) ? <SlippingTag /> : card.schedule?.isLearned && <MasteredTag />}
      {answer && (
        <Tag tone={answer.wasCorrect ? 'good' : 'poor'}>
          {answer.wasCorrect ? <CheckIcon size={16} /> : <CloseIcon size={16} />}
          {answer.wasCorrect ? t`Correct` : t`Incorrect`}
        </Tag>
      )}
      {card.isFlagged && <FlagMark />}
    </>
  );
}

interface CurrentCardProps {
  state: SessionState;
  card: StudyCard;
  /** Why the card is shown, or the state of its answer. */
  line: string;
  groupRef: Ref<HTMLDivElement>;
  onFlip: () => void;
  /** Whether an answer brings the next card. */
  advances: boolean;
  /** True for a swipe to the right. */
  onSwipe: (wasCorrect: boolean) => void;
  onAct: (act: CardAct) => void;
}

type SideCardProps = Omit<FlipCardProps, 'question' | 'answer'> & { card: StudyCard };

/** A card with what its kind and its languages add to its sides. */
function SideCard({ card, ...props }: SideCardProps) {
  const [typed, setTyped] = useState('');
  const { question, answer, format, kind, languages } = card;
  const isTyped = kind === 'typed';
  return (
    <FlipCard
      {...props}
      {...{ question, answer, format, kind, languages }}
      belowQuestion={
        <>
          {isTyped && (
            <Suspense>
              <TypedField
                value={typed}
                language={languages.back}
                onChange={setTyped}
                onReveal={props.onFlip}
              />
            </Suspense>
          )}
          <SpeakButton text={question} format={format} language={languages.front} isShown={!props.flipped} />
        </>
      }
      aboveAnswer={
        isTyped &&
        props.flipped &&
        typed.trim() !== '' && (
          <Suspense>
            <TypedResult answer={wordsOf(answer, format)} typed={typed} language={languages.back} />
          </Suspense>
        )
      }
      belowAnswer={
        <SpeakButton text={answer} format={format} language={languages.back} isShown={props.flipped} />
      }
    />
  );
}

/** The current card on the stack of the following ones. */
export function CurrentCard({
  state,
  card,
  line,
  groupRef,
  onFlip,
  advances,
  onSwipe,
  onAct,
}: CurrentCardProps) {
  const answer = currentAnswer(state);
  const swipe = useSwipe({ enabled: canAnswer(state), leaves: advances && hasNext(state), onSwipe });
  return (
    <CardPlace
      stack={<Stack left={state.total - state.current} />}
      {...swipe}
      // The browser scrolls and zooms the card; a horizontal movement is a swipe.
      sx={{ '&, & *': { touchAction: 'pan-y pinch-zoom' }, ...swipeMark }}
    >
      <SideCard
        key={`${state.sessionId}:${card.id}`}
        card={card}
        size="study"
        flipped={state.answerShown}
        onFlip={onFlip}
        groupRef={groupRef}
        groupLabel={t`Card ${state.current + 1} of ${state.total}`}
        aside={
          <Corner
            deck={card.deckTitle && <DeckName>{card.deckTitle}</DeckName>}
            menu={<CardMenu actions={cardActions(card.isFlagged, onAct)} iconSize={menuIcon} />}
          />
        }
        marks={<CardMarks card={card} answer={answer} />}
        footer={
          <CardFooter
            counters={card.schedule && countersOf(card, state.endedSession ? undefined : answer)}
            line={line}
          />
        }
      />
    </CardPlace>
  );
}
