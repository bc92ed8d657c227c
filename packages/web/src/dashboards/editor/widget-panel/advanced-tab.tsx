/** Tab with the settings that the widget's type declares. */

import { ApiError } from '@sonde/client/rest/api-error'
import type { DashboardWidget } from '@sonde/model/dashboards/dashboard-configuration'
import { withMember } from '@sonde/model/dashboards/editing/json-path'
import { objectOf } from '@sonde/model/dashboards/json-parts'
import { useText } from '../../../locale/use-text.tsx'
import { readForm } from '../../../schema-form/read-form.ts'
import { ErrorState, Skeleton } from '../../../ui/states/states.tsx'
import { useWidgetRecord } from '../../use-widget-record.ts'
import { RawSettings, TypeSettings } from './type-settings.tsx'
import type { WidgetTabProps } from './widget-tab.ts'

/** Whether the tab has something to show; null: not known yet. */
export function useHasAdvanced(widget: DashboardWidget | undefined): boolean | null {
  const { data, isError } = useWidgetRecord(widget)
  if (isError) return true
  return data ? readForm(data.descriptor.settingsSchema).kind !== 'none' : null
}

export function AdvancedTab({ json, widget, change }: WidgetTabProps) {
  const t = useText()
  const { data, error, refetch } = useWidgetRecord(widget)
  const parts = {
    settings: objectOf(objectOf(json.config).settings),
    onChange: (settings: unknown, field: string) =>
      change(`settings.${field}`, (config) => withMember(config, 'settings', settings)),
  }
  if (data) return <TypeSettings schema={data.descriptor.settingsSchema} {...parts} />
  if (!error) return <Skeleton height={160} />
  if (error instanceof ApiError && error.status === 404)
    return <RawSettings note={t('widgetSettings.missingType')} {...parts} />
  return <ErrorState title={t('widgetSettings.loadFailed')} error={error} isSmall onRetry={() => void refetch()} />
}
