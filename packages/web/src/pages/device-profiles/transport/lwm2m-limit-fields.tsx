/** Fields for the conditions under which devices report values of a resource, an instance or an object. */

import { useState } from 'react'
import { useText } from '../../../locale/use-text.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { LabeledGroup } from '../../../ui/field/field-group.tsx'
import { PlacedText } from '../../../ui/field/field-places.tsx'
import { type LimitName, type Lwm2mResourcesDraft, limitsAt } from './lwm2m-resources-input.ts'

const labels = {
  pmin: 'deviceProfiles.pminLabel',
  pmax: 'deviceProfiles.pmaxLabel',
  gt: 'deviceProfiles.gtLabel',
  lt: 'deviceProfiles.ltLabel',
  st: 'deviceProfiles.stLabel',
} as const satisfies Record<LimitName, string>

interface LimitFieldsProps {
  /** Path of a resource, instance or object, such as `/3_1.0/0/9`, `/3_1.0/0` or `/3_1.0`. */
  readonly path: string
  /** Label of the button that shows the fields, and of the group of fields. */
  readonly label: string
  readonly help?: string
  readonly draft: Lwm2mResourcesDraft
  readonly onChange: (draft: Lwm2mResourcesDraft) => void
}

export function LimitFields({ path, label, help, draft, onChange }: LimitFieldsProps) {
  const limits = draft.limits[path] ?? {}
  const t = useText()
  const names = limitsAt(path, limits)
  const [isOpened, setOpened] = useState(false)
  if (!isOpened && !names.some((name) => limits[name] !== undefined)) {
    return (
      <div>
        <Button size="sm" kind="plain" onClick={() => setOpened(true)}>
          {label}
        </Button>
      </div>
    )
  }
  return (
    <LabeledGroup label={label} className="sd-resource-limits">
      {help && <p className="sd-xs sd-text-3">{help}</p>}
      <div className="sd-form-row" data-wide>
        {names.map((name) => (
          <PlacedText
            key={name}
            at={`resources.${path}.${name}`}
            label={t(labels[name])}
            isOptional
            inputMode="decimal"
            value={String(limits[name] ?? '')}
            onChange={(text) =>
              onChange({ ...draft, limits: { ...draft.limits, [path]: { ...limits, [name]: text } } })
            }
          />
        ))}
      </div>
    </LabeledGroup>
  )
}
