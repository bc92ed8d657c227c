/** Live preview of a widget type: a dashboard with one widget, which shows the entity's values or sample values. */

import type { JsonObject } from '@sonde/model/dashboards/dashboard-configuration'
import {
  fittingKeys,
  kindOfType,
  type WidgetSource,
  widgetFromType,
} from '@sonde/model/dashboards/editing/widget-from-type'
import { normalizeConfiguration } from '@sonde/model/dashboards/normalize-dashboard'
import { LayoutGrid } from 'lucide-react'
import { useMemo } from 'react'
import { useText } from '../../../locale/use-text.tsx'
import { useWindowContext } from '../../../time-windows/window-context.ts'
import { DashboardView } from '../../dashboard-view.tsx'
import type { WidgetTypes } from '../../widget-types.ts'
import type { ListedType } from './library-types.ts'

interface LibraryPreviewProps {
  readonly type: ListedType
  readonly source: WidgetSource | null
  /** Title of the new widget. */
  readonly title: string
  readonly types: WidgetTypes
  /** Time window of the dashboard. */
  readonly timewindow: unknown
}

const aliasId = '00000000-0000-4000-8000-000000000001'

/** Whether a preview shows values of the entity. Others show sample values. */
export function previewsSource(type: ListedType, source: WidgetSource | null): boolean {
  const kind = kindOfType(type)
  if (!source || kind === 'static') return false
  return kind === 'alarm' || fittingKeys(type, source.keys).length > 0
}

/** Controls have no live preview: it would call the device. There are no sample alarms. */
export function hasPreview(type: ListedType, source: WidgetSource | null): boolean {
  const kind = kindOfType(type)
  return kind !== 'rpc' && (kind !== 'alarm' || source !== null)
}

export function LibraryPreview({ type, source, title, types, timewindow }: LibraryPreviewProps) {
  const windowContext = useWindowContext()
  const configuration = useMemo(() => {
    const { nowMs, datapointsMax } = windowContext()
    const json = previewJson(type, previewsSource(type, source) ? source : null, title, timewindow)
    return normalizeConfiguration(json, { nowMs, datapointsMax, newId: () => crypto.randomUUID() })
  }, [type, source, title, timewindow, windowContext])
  return (
    <DashboardView
      types={types}
      title={title}
      configuration={configuration}
      states={noStates}
      onStates={ignore}
      hidesToolbar
      isSinglePage
      onExport={ignore}
      embedding={{ depth: 1, window: configuration.timewindow }}
    />
  )
}

const noStates: readonly [] = []
const ignore = () => {}

function previewJson(type: ListedType, source: WidgetSource | null, title: string, timewindow: unknown): JsonObject {
  const made = widgetFromType(type, { title, source, aliasId, random: () => 0 })
  const widget = source ? made : { ...made, config: { ...sampleConfig(type), title } }
  const place = { sizeX: 24, sizeY: 10, row: 0, col: 0 }
  const gridSettings = { columns: 24, margin: 0, autoFillHeight: true }
  return {
    widgets: { preview: { ...widget, id: 'preview' } },
    states: { default: { name: title, root: true, layouts: { main: { widgets: { preview: place }, gridSettings } } } },
    entityAliases: source ? { [aliasId]: { id: aliasId, ...source.alias } } : {},
    timewindow,
    settings: { showTitle: false, hideToolbar: true },
  }
}

/** Default configuration, with the sample values that it comes with. */
function sampleConfig({ descriptor }: ListedType): JsonObject {
  try {
    const config: unknown = JSON.parse(descriptor.defaultConfig ?? '{}')
    return typeof config === 'object' && config !== null ? { ...config } : {}
  } catch {
    return {}
  }
}

/** Picture of a type. Only embedded images are shown; images at other URLs are never loaded. */
export function TypePicture({ type: { image } }: { readonly type: Pick<ListedType, 'image'> }) {
  return image?.startsWith('data:image/') ? (
    <img src={image} alt="" />
  ) : (
    <LayoutGrid size={24} strokeWidth={1.75} aria-hidden />
  )
}

/** Picture instead of a preview. */
export function PlainPreview({ type }: { readonly type: ListedType }) {
  const t = useText()
  return (
    <div className="db-library-plain">
      <TypePicture type={type} />
      <p>{t('widgetLibrary.noPreview')}</p>
    </div>
  )
}
