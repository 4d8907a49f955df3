import { choiceNotKept } from '../../shared/auth/account-language.ts';
import { SelectField, type Choice } from '../../shared/ui/fields.tsx';
import { Panel } from '../../shared/ui/page/page.tsx';
import { useNotify } from '../../shared/ui/states/snackbars.tsx';

interface ChoicePanelProps<Value extends string> {
  title: string;
  label: string;
  hint: string;
  choices: readonly (Choice & { value: Value })[];
  value: Value;
  /** Rejects when the choice was saved in this browser only. */
  choose: (value: Value) => Promise<void>;
  /** Called after the choice, which may be a language. */
  savedText: () => string;
}

/** Choice that applies in this browser at once and is saved in the account. */
export function ChoicePanel<Value extends string>(props: ChoicePanelProps<Value>) {
  const { title, label, hint, choices, value, choose, savedText } = props;
  const notify = useNotify();
  const save = async (chosen: string) => {
    const choice = choices.find((each) => each.value === chosen);
    if (!choice) return;
    try {
      await choose(choice.value);
      notify(savedText());
    } catch {
      notify(choiceNotKept(), 'warning');
    }
  };
  return (
    <Panel title={title}>
      <SelectField
        label={label}
        choices={[...choices]}
        value={value}
        helperText={hint}
        onChange={(event) => void save(event.target.value)}
      />
    </Panel>
  );
}
