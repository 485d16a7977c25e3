import { RadioGroup } from "radix-ui";
import { languagesOf, platforms } from "../../core/codegen/languages.ts";
import { Radio } from "../parts/Radio.tsx";

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

/** The platform and language that code is generated for: a platform's languages stand together behind its name. */
export function TargetSwitch({ target, onChange }: TargetSwitchProps) {
  return (
    <RadioGroup.Root className="targets" aria-label="Language" value={target} onValueChange={onChange}>
      {platforms.map((platform) => (
        <PlatformLanguages key={platform} platform={platform} />
      ))}
    </RadioGroup.Root>
  );
}

function PlatformLanguages({ platform }: { readonly platform: string }) {
  const name = platformNames[platform] ?? platform;
  return (
    <span className="target-platform">
      {/* Each language says it itself. */}
      <span className="label" aria-hidden="true">
        {name}
      </span>
      <span className="seg">
        {languagesOf(platform).map(({ lang, title }) => (
          <Radio key={lang} value={`${platform}.${lang}`}>
            {title}
            <span className="sr"> for {name}</span>
          </Radio>
        ))}
      </span>
    </span>
  );
}
