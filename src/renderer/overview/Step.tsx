import { Check } from "lucide-react";
import type { ReactNode } from "react";
import { Icon } from "../parts/Icon.tsx";

interface StepProps {
  readonly number: number;
  readonly done: boolean;
  readonly title: string;
  readonly children: ReactNode;
}

/** A numbered step; done, its number is a tick. */
export function Step({ number, done, title, children }: StepProps) {
  return (
    <li className={`step ${done ? "is-done" : ""}`}>
      <span className="gutter">{done ? <Icon of={Check} size={14} /> : number}</span>
      <h3 className="heading">{title}</h3>
      {children}
    </li>
  );
}
