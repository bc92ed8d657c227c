/** Settings of LwM2M devices: resources, servers, client behavior, and all settings as JSON. */

import { useState } from 'react'
import { PowerFields } from '../../../device-profiles/power-fields.tsx'
import { CodeEditor } from '../../../editors/code-editor.tsx'
import { useText } from '../../../locale/use-text.tsx'
import { PlacedText, useFieldPath } from '../../../ui/field/field-places.tsx'
import { CheckField, Select } from '../../../ui/field/text-field.tsx'
import { Segmented } from '../../../ui/segmented/segmented.tsx'
import {
  firmwareStrategies,
  type Lwm2mDraft,
  lwm2mOfJson,
  observeStrategies,
  softwareStrategies,
  wireOfLwm2m,
} from './lwm2m-input.ts'
import { Lwm2mResourceFields } from './lwm2m-resource-fields.tsx'
import { Lwm2mServerFields } from './lwm2m-server-fields.tsx'

interface Lwm2mFieldsProps {
  readonly lwm2m: Lwm2mDraft
  readonly onChange: (lwm2m: Lwm2mDraft) => void
}

const parts = ['model', 'bootstrap', 'other', 'json'] as const
type Part = (typeof parts)[number]

const labels = {
  model: 'deviceProfiles.lwm2mModel',
  bootstrap: 'deviceProfiles.lwm2mBootstrap',
  other: 'deviceProfiles.lwm2mOther',
  json: 'deviceProfiles.lwm2mJson',
} as const

export default function Lwm2mFields(props: Lwm2mFieldsProps) {
  const t = useText()
  const { lwm2m, onChange } = props
  // Invalid JSON keeps the JSON view open, because the other parts can't show it.
  const [chosen, setPart] = useState<Part>('model')
  const part = lwm2m.brokenJson === null ? chosen : 'json'
  return (
    <>
      <Segmented
        label={t('deviceProfiles.lwm2mParts')}
        options={parts.map((value) => ({ value, label: t(labels[value]) }))}
        value={part}
        onChange={setPart}
      />
      {part === 'model' && (
        <Lwm2mResourceFields draft={lwm2m.resources} onChange={(resources) => onChange({ ...lwm2m, resources })} />
      )}
      {part === 'bootstrap' && <Lwm2mServerFields {...props} />}
      {part === 'other' && <OtherFields {...props} />}
      {part === 'json' && <WholeJson {...props} />}
    </>
  )
}

function OtherFields({ lwm2m, onChange }: Lwm2mFieldsProps) {
  const t = useText()
  return (
    <>
      <Select
        label={t('deviceProfiles.observeStrategy')}
        value={lwm2m.observeStrategy}
        options={observeStrategies.map((value) => ({ value, label: t(`deviceProfiles.observe_${value}`) }))}
        onChange={(observeStrategy) => onChange({ ...lwm2m, observeStrategy })}
      />
      <Select
        label={t('deviceProfiles.firmwareStrategy')}
        value={lwm2m.firmwareStrategy}
        options={firmwareStrategies.map((value) => ({ value, label: t(`deviceProfiles.firmware_${value}`) }))}
        onChange={(firmwareStrategy) => onChange({ ...lwm2m, firmwareStrategy })}
      />
      {lwm2m.firmwareStrategy === '2' && (
        <PlacedText
          at="firmwareResource"
          label={t('deviceProfiles.packageAddress')}
          help={t('deviceProfiles.packageAddressHelp')}
          isMono
          placeholder="coap://platform.example:5683"
          value={lwm2m.firmwareResource}
          onChange={(firmwareResource) => onChange({ ...lwm2m, firmwareResource })}
        />
      )}
      <Select
        label={t('deviceProfiles.softwareStrategy')}
        value={lwm2m.softwareStrategy}
        options={softwareStrategies.map((value) => ({ value, label: t(`deviceProfiles.software_${value}`) }))}
        onChange={(softwareStrategy) => onChange({ ...lwm2m, softwareStrategy })}
      />
      {lwm2m.softwareStrategy === '2' && (
        <PlacedText
          at="softwareResource"
          label={t('deviceProfiles.packageAddress')}
          help={t('deviceProfiles.packageAddressHelp')}
          isMono
          placeholder="coap://platform.example:5683"
          value={lwm2m.softwareResource}
          onChange={(softwareResource) => onChange({ ...lwm2m, softwareResource })}
        />
      )}
      <CheckField
        label={t('deviceProfiles.composite')}
        help={t('deviceProfiles.compositeHelp')}
        isChecked={lwm2m.isComposite}
        onChange={(isComposite) => onChange({ ...lwm2m, isComposite })}
      />
      <PowerFields at="power" power={lwm2m.power} onChange={(power) => onChange({ ...lwm2m, power })} />
    </>
  )
}

function WholeJson({ lwm2m, onChange }: Lwm2mFieldsProps) {
  const t = useText()
  const place = useFieldPath('json')
  // The entered text is kept as typed; only the parsed settings are passed on.
  const [text, setText] = useState(() => lwm2m.brokenJson ?? JSON.stringify(wireOfLwm2m(lwm2m), null, 2))
  return (
    <CodeEditor
      label={t('deviceProfiles.wholeJson')}
      language="json"
      help={t('deviceProfiles.wholeJsonHelp')}
      error={place.error}
      onBlur={place.onBlur}
      height={360}
      value={text}
      onChange={(next) => {
        setText(next)
        onChange(lwm2mOfJson(next) ?? { ...lwm2m, brokenJson: next })
      }}
    />
  )
}
