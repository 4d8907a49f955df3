import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { chooseLanguage } from '../src/shared/i18n/chosen-language.ts';
import { languageNames, languages, useShownLanguage, type Language } from '../src/shared/i18n/i18n.ts';
import { chooseTheme, themes, useChosenTheme, type Theme } from '../src/shared/theme/chosen-theme.ts';
import { groups } from './groups.ts';
import type { Story } from './story.tsx';

const addressOf = (words: Record<string, string>) => `?${new URLSearchParams(words).toString()}`;

interface ChoiceProps<Value extends string> {
  label: string;
  value: Value;
  choices: Readonly<Record<string, Value>>;
  onChoose: (value: Value) => void;
}

function Choice<Value extends string>({ label, value, choices, onChoose }: ChoiceProps<Value>) {
  return (
    <label>
      {label}{' '}
      <select value={value} onChange={(event) => onChoose(event.target.value as Value)}>
        {Object.entries(choices).map(([name, choice]) => (
          <option key={choice} value={choice}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

const allThemes: Record<string, Theme> = Object.fromEntries(themes.map((theme) => [theme, theme]));
const allLanguages: Record<string, Language> = Object.fromEntries(
  languages.map((language) => [languageNames[language], language]),
);

/** Toolbar of the gallery; hidden on pictures. */
function Toolbar() {
  const theme = useChosenTheme();
  const language = useShownLanguage();
  return (
    <Box component="nav" data-toolbar sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, p: 2 }}>
      <a href="./">all</a>
      {[...groups.keys()].map((group) => (
        <a key={group} href={addressOf({ group })}>
          {group}
        </a>
      ))}
      <Choice label="Theme" value={theme} choices={allThemes} onChoose={chooseTheme} />
      <Choice
        label="Language"
        value={language}
        choices={allLanguages}
        onChoose={(chosen) => void chooseLanguage(chosen)}
      />
    </Box>
  );
}

const drawn = ({ states, within }: Story, state: string): ReactNode => {
  const drawing = states[state]?.();
  return within ? within(drawing, state) : drawing;
};

function State({ story, state }: { story: Story; state: string }) {
  const { name, frame } = story;
  return (
    <Box component="figure" sx={{ m: 0, minWidth: 0 }}>
      <Typography
        component="figcaption"
        variant="caption"
        sx={{ color: 'text.secondary', mb: 1, lineHeight: '18px' }}
      >
        {state}
      </Typography>
      {frame === undefined ? (
        <div>{drawn(story, state)}</div>
      ) : (
        <Box
          component="iframe"
          title={`${name}, ${state}`}
          src={addressOf({ story: name, state })}
          sx={{ display: 'block', width: 1, height: { xs: frame + 110, sm: frame }, border: 0 }}
        />
      )}
    </Box>
  );
}

function Group({ name, stories }: { name: string; stories: Story[] }) {
  return (
    <Box component="section" sx={{ p: 2 }}>
      <Typography variant="h1" sx={{ lineHeight: '40px' }}>
        {name}
      </Typography>
      {stories.map((story) => (
        <Box key={story.name} sx={{ mt: 2 }}>
          <Typography variant="h6" component="h2" sx={{ lineHeight: '20px' }}>
            {story.name}
          </Typography>
          <Box
            sx={{
              display: 'grid',
              gap: 2,
              gridTemplateColumns: `repeat(auto-fill, minmax(min(100%, ${story.width ?? 320}px), 1fr))`,
            }}
          >
            {Object.keys(story.states).map((state) => (
              <State key={state} story={story} state={state} />
            ))}
          </Box>
        </Box>
      ))}
    </Box>
  );
}

function OneState({ name, state }: { name: string; state: string }) {
  const story = [...groups.values()].flat().find((each) => each.name === name);
  return story ? drawn(story, state) : <>{`There is no story ${name}.`}</>;
}

/** Everything, one group, or one state in a window of its own. */
export function Gallery({ address }: { address: URLSearchParams }) {
  useShownLanguage();
  const [name, state, group] = ['story', 'state', 'group'].map((word) => address.get(word));
  if (name && state) return <OneState name={name} state={state} />;
  const shown = group ? [...groups].filter(([each]) => each === group) : [...groups];
  return (
    <>
      <Toolbar />
      {shown.map(([each, stories]) => (
        <Group key={each} name={each} stories={stories} />
      ))}
    </>
  );
}
