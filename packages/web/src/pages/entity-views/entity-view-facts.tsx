/** Read-only description of what an entity view shows. */

import type { EntityViewInfo } from '@sonde/model/entity-views/entity-view'
import { EntityLink } from '../../entities/entity-link.tsx'
import { useEntityName } from '../../entities/entity-picker.tsx'
import { useText } from '../../locale/use-text.tsx'
import { useFormat } from '../../ui/format/use-format.ts'
import { draftOf } from './entity-view-input.ts'

/** Device or asset that the entity view shows. */
export function ViewTarget({ row }: { row: EntityViewInfo }) {
  const t = useText()
  const name = useEntityName(row.entityId)
  return (
    <dl className="sd-facts">
      <dt>{t('entityViews.target')}</dt>
      <dd>
        <EntityLink id={row.entityId} name={name ?? '…'} />
      </dd>
    </dl>
  )
}

export function ReadOnlyView({ row: view }: { row: EntityViewInfo }) {
  const t = useText()
  const format = useFormat()
  const name = useEntityName(view.entityId)
  const { description, timeseries, client, shared, server, startMs, endMs } = draftOf(view)
  const keys = (list: readonly string[]) => (list.length > 0 ? list.join(', ') : t('entityViews.noKeys'))
  const moment = (ms: number) => (ms === 0 ? t('ui.none') : format.dateTime(ms))
  return (
    <dl className="sd-facts">
      <dt>{t('assignment.name')}</dt>
      <dd>{view.name}</dd>
      <dt>{t('assignment.type')}</dt>
      <dd>{view.type}</dd>
      <dt>{t('entityViews.target')}</dt>
      <dd>
        <EntityLink id={view.entityId} name={name ?? '…'} />
      </dd>
      <dt>{t('entityViews.timeseriesKeys')}</dt>
      <dd>{timeseries.length > 0 ? timeseries.join(', ') : t('entityViews.allKeys')}</dd>
      <dt>{t('entityViews.clientKeys')}</dt>
      <dd>{keys(client)}</dd>
      <dt>{t('entityViews.sharedKeys')}</dt>
      <dd>{keys(shared)}</dd>
      <dt>{t('entityViews.serverKeys')}</dt>
      <dd>{keys(server)}</dd>
      <dt>{t('entityViews.start')}</dt>
      <dd className="sd-num">{moment(startMs)}</dd>
      <dt>{t('entityViews.end')}</dt>
      <dd className="sd-num">{moment(endMs)}</dd>
      <dt>{t('assignment.description')}</dt>
      <dd>{description || t('ui.none')}</dd>
    </dl>
  )
}
