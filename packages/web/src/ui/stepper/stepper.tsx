/** Progress display of a dialog with several steps. */

import './stepper.css'
import { Check } from 'lucide-react'

interface StepperProps {
  readonly steps: readonly string[]
  readonly at: number
}

export function Stepper({ steps, at }: StepperProps) {
  return (
    <ol className="sd-steps">
      {steps.map((step, index) => (
        <li key={step} aria-current={index === at ? 'step' : undefined} data-done={index < at || undefined}>
          <span className="sd-step-mark">
            {index < at ? <Check size={14} strokeWidth={2.25} aria-hidden /> : index + 1}
          </span>
          <span className="sd-step-label">{step}</span>
        </li>
      ))}
    </ol>
  )
}
