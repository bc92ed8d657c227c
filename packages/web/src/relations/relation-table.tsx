/** Relations in one direction as a table; the server returns all of them at once, and the client pages them. */

import type { RelationCalls } from '@sonde/client/relations/relation-calls'
import type { EntityId } from '@sonde/model/ids'
import type { RelationInfo } from '@sonde/model/relations/relation'
import type { QueryClient } from '@tanstack/react-query'
import { GitFork, Pencil, Trash2 } from 'lucide-react'
import { EntityKind, EntityKindIcon } from '../entities/entity-kind.tsx'
import { EntityLink } from '../entities/entity-link.tsx'
import { pageOfAll } from '../entity-pages/tab-table/page-of-all.ts'
import type { TabTableDescription } from '../entity-pages/tab-table/use-tab-table.ts'
import type { Translate } from '../locale/texts.ts'
import { deleteMany } from '../ui/entity-table/delete-many.tsx'

export type Direction = 'FROM' | 'TO'
export const directionParam = 'side'
export const directionOf = (text: string | undefined): Direction | undefined =>
  text === 'TO' || text === 'FROM' ? text : undefined

/** End of a relation that isn't the entity of the tab. */
export const otherEndOf = (relation: RelationInfo, direction: Direction): EntityId =>
  direction === 'FROM' ? relation.to : relation.from

export const otherNameOf = (relation: RelationInfo, direction: Direction): string =>
  (direction === 'FROM' ? relation.toName : relation.fromName) || otherEndOf(relation, direction).id

/** Query key prefix of all relation queries. */
export const relationsKey = ['relations']

const queryKeyOf = (entity: EntityId, direction: Direction) => [...relationsKey, entity.id, direction]

/** Query for all relations in one direction. */
export const allRelations = (relations: RelationCalls, entity: EntityId, direction: Direction) => ({
  queryKey: [...queryKeyOf(entity, direction), 'all'],
  queryFn: ({ signal }: { signal: AbortSignal }): Promise<readonly RelationInfo[]> =>
    (direction === 'FROM' ? relations.infosFrom : relations.infosTo)(
      entity,
      { typeGroup: 'COMMON' },
      { signal, ignoreErrors: true, ignoreLoading: true },
    ),
  staleTime: 5_000,
})

export interface RelationTableDeps {
  readonly relations: RelationCalls
  readonly queries: QueryClient
  readonly entity: EntityId
  readonly direction: Direction
  readonly t: Translate
  readonly edit: (relation: RelationInfo) => void
  readonly askDelete: (relation: RelationInfo) => void
}

export function relationTable(deps: RelationTableDeps): TabTableDescription<RelationInfo> {
  const { relations, queries, entity, direction, t, edit, askDelete } = deps
  const kindTextOf = (relation: RelationInfo) => t(`entityTypes.${otherEndOf(relation, direction).entityType}`)
  const nameOf = (relation: RelationInfo) => otherNameOf(relation, direction)
  const typeOf = ({ type }: RelationInfo) => type
  return {
    name: 'relations',
    prefix: 'relations.',
    queryKey: queryKeyOf(entity, direction),
    title: 'relations.title',
    icon: <GitFork size={24} strokeWidth={1.75} />,
    idOf: (relation) => `${relation.type} ${otherEndOf(relation, direction).id}`,
    nameOf,
    defaultSort: { property: 'type', direction: 'ASC' },
    filterParams: [directionParam],
    async load(link) {
      const all = await queries.fetchQuery(allRelations(relations, entity, direction))
      return pageOfAll(all, link, {
        textsOf: (relation) => [relation.type, nameOf(relation), kindTextOf(relation)],
        sortValues: { type: typeOf, kind: kindTextOf, name: nameOf },
      })
    },
    columns: [
      {
        id: 'type',
        title: 'relations.type',
        priority: 1,
        minWidth: 110,
        sortProperty: 'type',
        cell: typeOf,
      },
      {
        id: 'kind',
        title: direction === 'FROM' ? 'relations.toType' : 'relations.fromType',
        priority: 3,
        minWidth: 130,
        sortProperty: 'kind',
        underName: kindTextOf,
        cell: (relation) => <EntityKind entityType={otherEndOf(relation, direction).entityType} />,
        text: kindTextOf,
      },
      {
        id: 'name',
        title: direction === 'FROM' ? 'relations.toName' : 'relations.fromName',
        priority: 2,
        minWidth: 130,
        sortProperty: 'name',
        underName: nameOf,
        cell: (relation) => <EntityLink id={otherEndOf(relation, direction)} name={nameOf(relation)} />,
        text: nameOf,
      },
    ],
    rowActions: [
      { id: 'edit', label: 'relations.edit', icon: <Pencil size={16} strokeWidth={2} aria-hidden />, run: edit },
      {
        id: 'delete',
        label: 'relations.delete',
        icon: <Trash2 size={16} strokeWidth={2} aria-hidden />,
        isDanger: true,
        startsGroup: true,
        run: askDelete,
      },
    ],
    bulkActions: [
      deleteMany<RelationInfo>({
        room: 'relations',
        run: (relation, how) => relations.delete(relation, how),
      }),
    ],
    phone: {
      mark: (relation) => <EntityKindIcon entityType={otherEndOf(relation, direction).entityType} />,
      line: (relation) => `${relation.type}, ${kindTextOf(relation)}`,
    },
    texts: {
      search: 'relations.search',
      emptyTitle: 'relations.emptyTitle',
      emptyText: direction === 'FROM' ? 'relations.emptyTextFROM' : 'relations.emptyTextTO',
      noMatch: 'relations.noMatch',
      noFilterMatch: 'relations.noFilterMatch',
      failed: 'relations.failed',
    },
  }
}
