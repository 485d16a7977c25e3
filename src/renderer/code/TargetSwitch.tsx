import { RadioGroup } from "radix-ui";
import { languages } from "../../core/codegen/languages.ts";

interface TargetSwitchProps {
  /** `<platform>.<language>`. */
  readonly target: string;
  readonly onChange: (target: string) => void;
}

const platformNames: Readonly<Record<string, string>> = {
  browser: "Browser",
  ios: "iOS",
  android: "Android",
  roku: "Roku",
};

/** The platform and language that code is generated for. */
export function TargetSwitch({ target, onChange }: TargetSwitchProps) {
  return (
    <RadioGroup.Root className="seg" aria-label="Language" value={target} onValueChange={onChange}>
      {languages.map(({ platform, lang, title }) => (
        <RadioGroup.Item key={`${platform}.${lang}`} value={`${platform}.${lang}`}>
          {title}
          <span className="sr"> for {platformNames[platform] ?? platform}</span>
        </RadioGroup.Item>
      ))}
    </RadioGroup.Root>
  );
}
