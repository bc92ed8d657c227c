/** Settings of a data key that its widget type declares; nothing if the type declares none. */

import type { JsonObject } from '@sonde/model/dashboards/dashboard-configuration'
import { useWidgetRecord, type WidgetTypeName } from '../../use-widget-record.ts'
import { TypeSettings } from './type-settings.tsx'

interface KeySettingsProps {
  readonly type: WidgetTypeName
  /** As stored in the key. */
  readonly settings: JsonObject
  /** `field`: what was edited, for changes in a row that are undone together. */
  readonly onChange: (settings: JsonObject, field: string) => void
}

export function KeySettings({ type, settings, onChange }: KeySettingsProps) {
  const { data } = useWidgetRecord(type)
  return data ? (
    <TypeSettings schema={data.descriptor.dataKeySettingsSchema} settings={settings} onChange={onChange} />
  ) : null
}
