/**
 * A style of the widget as rows of CSS property and value. Rows that the browser doesn't understand are said and not
 * stored. Values that aren't texts or numbers are kept, as are the types of values that weren't edited.
 */

import type { JsonObject } from '@sonde/model/dashboards/dashboard-configuration'
import { withMember } from '@sonde/model/dashboards/editing/json-path'
import { objectOf } from '@sonde/model/dashboards/json-parts'
import { useMemo, useState } from 'react'
import { useText } from '../../../locale/use-text.tsx'
import { KeyValueMap } from '../../../ui/key-value-map/key-value-map.tsx'
import type { StringMap } from '../../../ui/key-value-map/map-rows.ts'
import type { WidgetTabProps } from './widget-tab.ts'

interface StyleFieldProps extends Pick<WidgetTabProps, 'json' | 'change'> {
  readonly name: 'titleStyle' | 'widgetStyle'
}

export function StyleField({ json, change, name }: StyleFieldProps) {
  const t = useText()
  const stored = objectOf(json.config)[name]
  const style = useMemo(() => objectOf(stored), [stored])
  const shown = useMemo(() => rowsOf(style), [style])
  /** What was entered last, while `over` is stored. */
  const [entered, setEntered] = useState<{ readonly map: StringMap | null; readonly over: JsonObject } | null>(null)
  const map = entered?.over === style ? entered.map : shown
  const wrong = map && Object.entries(map).find(([property, value]) => !isUnderstood(property, value, style))

  function become(next: StringMap | null) {
    const isValid = next && Object.entries(next).every(([property, value]) => isUnderstood(property, value, style))
    const after = isValid ? styleOf(next, style) : style
    setEntered({ map: next, over: after })
    if (after !== style) change(name, (config) => withMember(config, name, after))
  }

  return (
    <KeyValueMap
      label={t(`widgetSettings.${name}`)}
      keyLabel={t('widgetSettings.property')}
      value={map}
      error={wrong ? t('widgetSettings.styleInvalid', { style: `${wrong[0]}: ${wrong[1]}` }) : undefined}
      onChange={become}
    />
  )
}

const isRow = (value: unknown): value is string | number => typeof value === 'string' || typeof value === 'number'

const rowsOf = (style: JsonObject): StringMap =>
  Object.fromEntries(Object.entries(style).flatMap(([name, value]) => (isRow(value) ? [[name, String(value)]] : [])))

/** The rows as a style: unedited values and such that aren't shown stay as they are. */
function styleOf(map: StringMap, before: JsonObject): JsonObject {
  const hidden = Object.entries(before).filter(([, value]) => !isRow(value))
  const rows = Object.entries(map).map(([name, value]) => [name, String(before[name]) === value ? before[name] : value])
  const after = Object.fromEntries([...hidden, ...rows])
  return JSON.stringify(after) === JSON.stringify(before) ? before : after
}

function isUnderstood(name: string, value: string, before: JsonObject): boolean {
  // Numbers are pixels; what is stored already isn't questioned.
  if (String(before[name]) === value || name.startsWith('--')) return true
  const property = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
  return globalThis.CSS?.supports?.(property, value.replace(/\s*!important\s*$/i, '')) ?? true
}
