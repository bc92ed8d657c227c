/** Settings that a widget type declares, as a form; as JSON if the type's schema can't be read or isn't there. */

import type { JsonObject } from '@sonde/model/dashboards/dashboard-configuration'
import { isJsonObject } from '@sonde/model/dashboards/json-parts'
import { useMemo, useState } from 'react'
import { JsonEditor } from '../../../editors/json-editor.tsx'
import { useText } from '../../../locale/use-text.tsx'
import { readForm } from '../../../schema-form/read-form.ts'
import { pathKey } from '../../../schema-form/schema-errors.ts'
import { SchemaForm } from '../../../schema-form/schema-form.tsx'
import { parsedJson } from '../../../schema-form/schema-value-field.tsx'
import { FormNote } from '../../../ui/field/form-note.tsx'

interface SettingsProps {
  /** As stored. */
  readonly settings: JsonObject
  /** `field`: what was edited; the other settings are the same as before. */
  readonly onChange: (settings: JsonObject, field: string) => void
}

/** Nothing if the schema has no fields. */
export function TypeSettings({ schema, settings, onChange }: SettingsProps & { readonly schema: unknown }) {
  const t = useText()
  const form = useMemo(() => readForm(schema), [schema])
  switch (form.kind) {
    case 'none':
      return null
    case 'broken':
      return <RawSettings note={t('widgetSettings.brokenSchema')} settings={settings} onChange={onChange} />
    case 'form':
      return (
        <SchemaForm
          data={form.data}
          value={settings}
          onChange={(next, path) => {
            if (isJsonObject(next) && next !== settings) onChange(next, pathKey(path))
          }}
        />
      )
  }
}

/** `note`: why there is no form. */
export function RawSettings({ note, settings, onChange }: SettingsProps & { readonly note: string }) {
  const t = useText()
  const [typed, setTyped] = useState<{ readonly text: string; readonly over: JsonObject } | null>(null)
  const stored = useMemo(() => JSON.stringify(settings, null, 2), [settings])
  return (
    <div className="sd-form">
      <FormNote text={note} />
      <JsonEditor
        label={t('widgetSettings.asJson')}
        height={320}
        isObject
        isRequired
        isEager
        value={typed?.over === settings ? typed.text : stored}
        onChange={(text) => {
          const next = parsedJson(text)?.value
          setTyped({ text, over: isJsonObject(next) ? next : settings })
          if (isJsonObject(next)) onChange(next, 'json')
        }}
      />
    </div>
  )
}
