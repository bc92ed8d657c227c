/** What a user-written widget sees of its data, as `ctx` has it: from the view of the data layer. */

import type { DashboardWidget } from '@sonde/model/dashboards/dashboard-configuration'
import type { SeriesColumn } from '@sonde/model/dashboards/series-column'
import type { LatestView, SeriesView } from '../../dashboards/widget-api.ts'
import type { Points, WidgetData, WidgetKey } from '../../sandbox/widget-protocol.ts'

type Json = Readonly<Record<string, unknown>>
type KeyView = SeriesView | LatestView

/** The parts of a view that hold data. */
export interface DataView {
  readonly series: readonly SeriesView[]
  readonly latest: readonly LatestView[]
}

/** Gives what changed since its last call: datasources with keys only if those differ. */
export type ReadChanges = (view: DataView) => Pick<WidgetData, 'points'> & Partial<WidgetData>

/** `isSingle`: only the first entity of each datasource. */
export function createDataReader(widget: DashboardWidget, isSingle: boolean): ReadChanges {
  let known = ''
  let sent: readonly unknown[] = []
  return (view) => {
    const views = ordered(
      [...view.series, ...view.latest].filter(({ role }) => role === 'main'),
      isSingle,
    )
    const structure = structureOf(widget, views)
    const name = JSON.stringify(structure)
    const isSame = name === known
    const values = views.map(stateOf)
    const points = views.flatMap((one, index): (readonly [number, Points])[] =>
      isSame && values[index] === sent[index] ? [] : [[index, pointsOf(one)]],
    )
    known = name
    sent = values
    return { ...(!isSame && structure), points }
  }
}

/** Datasource by datasource, entity by entity, key by key. */
function ordered(views: readonly KeyView[], isSingle: boolean): readonly KeyView[] {
  const groups = new Map<string, KeyView[]>()
  for (const view of views) {
    const name = groupOf(view)
    const group = groups.get(name)
    if (group) group.push(view)
    else groups.set(name, [view])
  }
  const list = [...groups.values()].sort(([a], [b]) => (a?.datasourceIndex ?? 0) - (b?.datasourceIndex ?? 0))
  const firsts = list.filter(([one], index) => one?.datasourceIndex !== list[index - 1]?.[0]?.datasourceIndex)
  return (isSingle ? firsts : list).flatMap((group) => group.sort((a, b) => a.keyIndex - b.keyIndex))
}

const groupOf = ({ datasourceIndex, entity }: KeyView): string => `${datasourceIndex} ${entity.id.id}`

function structureOf(widget: DashboardWidget, views: readonly KeyView[]): Pick<WidgetData, 'datasources' | 'keys'> {
  const datasources: Json[] = []
  const keys: WidgetKey[] = []
  let group = ''
  let dataKeys: Json[] = []
  for (const view of views) {
    const dataKey = keyOf(view)
    if (groupOf(view) !== group) {
      dataKeys = []
      datasources.push({ ...datasourceOf(widget, view), dataKeys })
    }
    group = groupOf(view)
    keys.push({ datasource: datasources.length - 1, dataKey })
    dataKeys.push(dataKey)
  }
  return { datasources, keys }
}

const keyOf = ({ dataKey, label }: KeyView): Json => ({ ...dataKey, label, pattern: dataKey.label, hidden: false })

function datasourceOf({ config }: DashboardWidget, { datasourceIndex, entity }: KeyView): Json {
  const source = config.datasources[datasourceIndex]
  return {
    type: source?.type ?? 'entity',
    name: entity.name,
    aliasName: source?.name ?? entity.name,
    entityId: entity.id.id,
    entityType: entity.id.entityType,
    entityName: entity.name,
    entityLabel: entity.label,
    entityDescription: '',
    entity: { id: entity.id, name: entity.name, label: entity.label },
    dataReceived: true,
  }
}

/** Differs if the data of the key differs. */
const stateOf = (view: KeyView): unknown => ('column' in view ? view.column : `${view.ts} ${view.text}`)

function pointsOf(view: KeyView): Points {
  if ('column' in view) return columnPoints(view.column)
  return view.ts === 0 && view.text === '' ? [] : [[view.ts, valueOfText(view.text)]]
}

function columnPoints({ ts, values, texts, longNumbers, isBoolean }: SeriesColumn): Points {
  return Array.from(ts, (time, index) => {
    const number = values[index] ?? Number.NaN
    const text = texts?.[index] ?? longNumbers?.get(index)
    return [time, text ?? (isBoolean ? String(number === 1) : number)]
  })
}

/** Numbers that a double can hold are numbers; all other values are texts, as on the wire. */
function valueOfText(text: string): unknown {
  const number = Number(text)
  return text !== '' && String(number) === text ? number : text
}
