/** Searches the keys of a datasource's entities and adds them; keys that don't exist yet can be added too. */

import type { JsonObject } from '@sonde/model/dashboards/dashboard-configuration'
import type { ChosenKey } from '@sonde/model/dashboards/editing/data-keys'
import { objectOf, textOf } from '@sonde/model/dashboards/json-parts'
import type { EntityFilter } from '@sonde/model/entity-query/entity-filters'
import { isEntityType, isUuid } from '@sonde/model/ids'
import { useQueryClient } from '@tanstack/react-query'
import { useText } from '../../../../locale/use-text.tsx'
import { useClient } from '../../../../session/use-session.tsx'
import { ComboField } from '../../../../ui/field/combo-field.tsx'
import { useAlias } from '../../../dashboard-context.tsx'
import type { DataEdit } from './data-edit.ts'
import { functionOffers, type KeyOffer, keyOffers } from './key-offers.ts'

/** Ms for which the keys of the entities are kept. */
const keysFreshMs = 30_000
/** Entities whose keys are offered; the server looks at no more. */
const entitiesMax = 100

interface AddKeyFieldProps {
  readonly edit: DataEdit
  readonly source: JsonObject
  readonly help: string | undefined
  readonly onAdd: (key: ChosenKey) => void
}

export function AddKeyField({ edit, source, help, onAdd }: AddKeyFieldProps) {
  const t = useText()
  const kind = edit.widget.type
  const client = useClient()
  const queries = useQueryClient()
  const filter = useEntities(source)
  const isFunction = source.type === 'function'

  async function load(text: string): Promise<readonly KeyOffer[]> {
    if (isFunction) return functionOffers(text)
    const found = await queries
      .fetchQuery({
        queryKey: ['entityKeys', filter],
        queryFn: ({ signal }) => {
          if (!filter) return null
          const query = { entityFilter: filter, pageLink: { page: 0, pageSize: entitiesMax } }
          const quiet = { signal, ignoreErrors: true, ignoreLoading: true }
          return client.entityQuery.keys(query, { timeseries: true, attributes: kind !== 'timeseries' }, quiet)
        },
        staleTime: keysFreshMs,
      })
      // Without suggestions, keys can still be typed.
      .catch(() => null)
    return keyOffers(found, kind, text, t)
  }

  return (
    <ComboField<string, KeyOffer>
      label={t('widgetData.addKey')}
      source={['offeredKeys', isFunction, kind, filter, t('widgetData.as', { type: '' })]}
      load={load}
      value={null}
      staysOpen
      placeholder={t(isFunction ? 'widgetData.addFunctionHint' : 'widgetData.addKeyHint')}
      help={help}
      onChange={(offer) => offer && onAdd(offer.key)}
    />
  )
}

/** Entities of a datasource as far as they are known; null: the open state, for example, names none. */
function useEntities(source: JsonObject): EntityFilter | null {
  const aliasId = textOf(source.entityAliasId)
  const alias = useAlias(aliasId)
  if (alias.kind === 'resolved') return alias.filter
  if (aliasId !== null) return null
  const id = textOf(source.entityId) ?? textOf(objectOf(source.entityId).id)
  const entityType = textOf(source.entityType) ?? textOf(objectOf(source.entityId).entityType) ?? ''
  return id !== null && isUuid(id) && isEntityType(entityType)
    ? { type: 'singleEntity', singleEntity: { entityType, id } }
    : null
}
