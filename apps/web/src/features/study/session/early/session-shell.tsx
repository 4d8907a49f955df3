import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { textLook } from '../../../../shared/ui/card/card-text.ts';
import { FlagMark } from '../../../../shared/ui/card/flag-mark.tsx';
import { FlipCard } from '../../../../shared/ui/card/flip-card.tsx';
import { LowerCard } from '../../../../shared/ui/card/lower-card.tsx';
import { SessionEdge, type Outcome } from '../../../../shared/ui/figures/session-edge.tsx';
import { ShellPage } from '../../../../shared/ui/page/shell-page.tsx';
import { EarlyActions } from '../view/actions.tsx';
import {
  CardPlace,
  Corner,
  CounterRow,
  DeckName,
  Footer,
  MasteredTag,
  menuIcon,
} from '../view/card-layout.tsx';
import { HeaderArea } from '../view/session-header.tsx';
import { SessionArea, SessionColumn } from '../view/session-layout.tsx';
import { Portion, ProgressArea, progressHeight } from '../view/session-progress.tsx';
import type { SlotName } from './first-screen.ts';

interface SlotProps {
  name: SlotName;
  children?: ReactNode;
}

/** Slot that the script in the page fills or removes; it has no box of its own. */
const Slot = ({ name, children }: SlotProps) => (
  <Box component="span" data-slot={name} sx={{ display: 'contents' }}>
    {children}
  </Box>
);

/** Placeholder of a button with an icon and of a line of text beside it. The client renders the button. */
const ButtonPlace = ({ icon }: { icon: number }) => (
  <Box component="span" sx={{ display: 'inline-flex' }}>
    <Box component="span" sx={{ display: 'inline-flex', p: `${(44 - icon) / 2}px` }}>
      <Box component="span" sx={{ width: icon, height: icon }} />
    </Box>
  </Box>
);

const ignore = () => {};
const lines = (count: number) => Array.from({ length: count }, () => 'x;').join('\n');

/** A text of each look. */
export const looks = ['x', 'x\nx', 'x'.repeat(200), 'x'.repeat(400), lines(1), lines(5), lines(9)];

/** Sides of each look, whose classes the script copies. */
function Looks() {
  return (
    <Box sx={{ display: 'none' }}>
      {looks.map((text) => (
        <div key={text} data-look={textLook(text)}>
          <FlipCard size="study" question={text} answer={text} flipped={false} onFlip={ignore} />
        </div>
      ))}
    </Box>
  );
}

const open = (ticks: number) => Array.from({ length: ticks }, (): Outcome => 'open');

function Edges() {
  return (
    <>
      <Slot name="few-ticks">
        <SessionEdge outcomes={open(2)} current={0} height={progressHeight} />
      </Slot>
      <Slot name="many-ticks">
        <SessionEdge outcomes={open(40)} current={0} height={progressHeight} />
      </Slot>
    </>
  );
}

const DeckPlace = () => (
  <Slot name="deck-area">
    <DeckName>
      <Slot name="deck" />
    </DeckName>
  </Slot>
);

function Marks() {
  return (
    <>
      <Slot name="mastered">
        <MasteredTag />
      </Slot>
      <Slot name="flagged">
        <FlagMark />
      </Slot>
    </>
  );
}

function CardShell() {
  return (
    <CardPlace
      stack={
        <>
          <Slot name="second-card">
            <LowerCard layer={1} />
          </Slot>
          <Slot name="third-card">
            <LowerCard layer={2} />
          </Slot>
        </>
      }
    >
      <Slot name="card">
        <FlipCard
          size="study"
          question=""
          answer=""
          flipped={false}
          onFlip={ignore}
          aside={<Corner deck={<DeckPlace />} menu={<ButtonPlace icon={menuIcon} />} />}
          marks={<Marks />}
          footer={
            <Footer line={<Slot name="line" />}>
              <Slot name="counters">
                <CounterRow
                  studied={<Slot name="studied" />}
                  correct={<Slot name="correct" />}
                  incorrect={<Slot name="incorrect" />}
                />
              </Slot>
            </Footer>
          }
        />
      </Slot>
    </CardPlace>
  );
}

/** A session before its script: the page fills in the first card and then shows what is below the bar. */
export function SessionShell({ isOfOneDeck }: { isOfOneDeck: boolean }) {
  return (
    <ShellPage>
      <Looks />
      <SessionArea>
        <SessionColumn>
          <HeaderArea exit={<ButtonPlace icon={22} />} title={<Slot name="title" />} isOwn={isOfOneDeck} />
          <ProgressArea
            edge={<Edges />}
            position={
              <>
                <Slot name="position" />
                <Slot name="portion-area">
                  <Portion size={<Slot name="portion" />} ofWhat={<Slot name="of-what" />} />
                </Slot>
              </>
            }
            timeLeft={<Slot name="time-left" />}
          />
          <CardShell />
          <EarlyActions />
        </SessionColumn>
      </SessionArea>
    </ShellPage>
  );
}
