/** Searchable filters of the alarms page: acknowledged, type, originator and customer. */

import type { AlarmCalls } from '@sonde/client/alarms/alarm-calls'
import { sourceTypes } from '@sonde/model/entities/entity-kinds'
import { type EntityType, isEntityType, isUuid } from '@sonde/model/ids'
import type { Translate } from '../locale/texts.ts'
import type { Client } from '../session/page-client.ts'
import type { EntityFilterChip } from '../ui/entity-table/entity-description.ts'

export const typeParam = 'type'
export const originatorParam = 'originator'
export const customerParam = 'customer'

/** Maximum number of originators offered per entity type, and of customers. */
const offeredMax = 25

const quiet = { ignoreErrors: true, ignoreLoading: true } as const

export const alarmTypeFilter = (alarms: AlarmCalls): EntityFilterChip => ({
  param: typeParam,
  label: 'alarms.type',
  load: async (text, signal) =>
    (await alarms.types(text, { ...quiet, signal })).map((type) => ({ value: type, label: type })),
  loadOne: async (value) => ({ value, label: value }),
})

/** Parses the parameter `DEVICE.<id>`; undefined if invalid. */
export function originatorOf(param: string | undefined): { entityType: EntityType; id: string } | undefined {
  const [entityType = '', id = ''] = (param ?? '').split('.')
  return isEntityType(entityType) && isUuid(id) ? { entityType, id } : undefined
}

export const originatorFilter = ({ entityQuery }: Pick<Client, 'entityQuery'>): EntityFilterChip => {
  const named = (filter: Parameters<typeof entityQuery.find>[0]['entityFilter'], text: string, signal: AbortSignal) =>
    entityQuery
      .find(
        {
          entityFilter: filter,
          pageLink: {
            page: 0,
            pageSize: offeredMax,
            textSearch: text || null,
            sortOrder: { key: { type: 'ENTITY_FIELD', key: 'name' }, direction: 'ASC' },
          },
          entityFields: [{ type: 'ENTITY_FIELD', key: 'name' }],
        },
        { ...quiet, signal },
      )
      .then(({ data }) =>
        data.map(({ entityId: { entityType, id }, latest }) => ({
          value: `${entityType}.${id}`,
          label: latest.ENTITY_FIELD?.name?.value ?? id,
        })),
      )
  return {
    param: originatorParam,
    label: 'alarms.originator',
    load: async (text, signal) =>
      (await Promise.all(sourceTypes.map((entityType) => named({ type: 'entityType', entityType }, text, signal))))
        .flat()
        .sort((a, b) => a.label.localeCompare(b.label)),
    async loadOne(value, signal) {
      const singleEntity = originatorOf(value)
      const [found] = singleEntity ? await named({ type: 'singleEntity', singleEntity }, '', signal) : []
      return found ?? { value, label: singleEntity?.id ?? value }
    },
  }
}

export const seenParam = 'seen'

/** Acknowledged or unacknowledged alarms. */
export function seenFilter(t: Translate): EntityFilterChip {
  const options = [
    { value: 'ACK', label: t('ui.yes') },
    { value: 'UNACK', label: t('ui.no') },
  ]
  return {
    param: seenParam,
    label: 'alarms.seen',
    load: async (text) => options.filter(({ label }) => label.toLowerCase().includes(text.toLowerCase())),
    loadOne: async (wanted) => options.find(({ value }) => value === wanted) ?? { value: wanted, label: wanted },
  }
}

export const customerFilter = ({ customers }: Pick<Client, 'customers'>): EntityFilterChip => ({
  param: customerParam,
  label: 'alarms.customer',
  async load(textSearch, signal) {
    const link = { page: 0, pageSize: offeredMax, textSearch, sortProperty: 'title', sortOrder: 'ASC' } as const
    const { data } = await customers.list(link, { ...quiet, signal })
    return data.map(({ id, title }) => ({ value: id.id, label: title }))
  },
  async loadOne(value, signal) {
    const { title } = await customers.get(value, { ...quiet, signal })
    return { value, label: title }
  },
})
