/** Relations from and to an entity: add, edit, delete, and open the other end. */

import { createRelationCalls } from '@sonde/client/relations/relation-calls'
import type { EntityId } from '@sonde/model/ids'
import type { RelationInfo } from '@sonde/model/relations/relation'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import { TabTable } from '../entity-pages/tab-table/tab-table.tsx'
import { useTabTable } from '../entity-pages/tab-table/use-tab-table.ts'
import { useText } from '../locale/use-text.tsx'
import { useClient } from '../session/use-session.tsx'
import { Button } from '../ui/button/button.tsx'
import { ConfirmDialog } from '../ui/dialog/confirm-dialog.tsx'
import { Segmented } from '../ui/segmented/segmented.tsx'
import { Skeleton } from '../ui/states/states.tsx'
import { useToasts } from '../ui/toast/toast-stack.tsx'
import { AddRelationDialog } from './add-relation-dialog.tsx'
import { RelationDialog } from './relation-dialog.tsx'
import {
  allRelations,
  type Direction,
  directionOf,
  directionParam,
  otherNameOf,
  relationsKey,
  relationTable,
} from './relation-table.tsx'

const directions: readonly Direction[] = ['FROM', 'TO']

export default function RelationsTab({ entity }: { entity: EntityId }) {
  const search: Readonly<Record<string, string | undefined>> = useSearch({ strict: false })
  const direction = directionOf(search[`relations.${directionParam}`])
  const t = useText()
  return (
    <FirstDirection key={entity.id} entity={entity} chosen={direction}>
      {(shown) =>
        // The key resets the selection when the direction changes.
        shown ? (
          <RelationsOf key={shown} entity={entity} direction={shown} />
        ) : (
          <div className="sd-tab-body" role="status" aria-label={t('relations.title')} aria-busy>
            <Skeleton width="40%" height={32} />
            <Skeleton height={36} />
          </div>
        )
      }
    </FirstDirection>
  )
}

interface FirstDirectionProps {
  readonly entity: EntityId
  readonly chosen: Direction | undefined
  /** Null until it's known which direction has relations. */
  readonly children: (shown: Direction | null) => ReactNode
}

/** Opens the direction that has relations, unless the user has chosen one; `From this` if both or none have. */
function FirstDirection({ entity, chosen, children }: FirstDirectionProps) {
  const { rest } = useClient()
  const relations = useMemo(() => createRelationCalls(rest), [rest])
  const from = useQuery(allRelations(relations, entity, 'FROM'))
  const to = useQuery(allRelations(relations, entity, 'TO'))
  // Stays when the last relation of a direction is deleted.
  const [first, setFirst] = useState<Direction | null>(null)
  if (first === null && !from.isPending && !to.isPending) {
    setFirst(from.data?.length === 0 && to.data?.length ? 'TO' : 'FROM')
  }
  return children(chosen ?? first)
}

function RelationsOf({ entity, direction }: { readonly entity: EntityId; readonly direction: Direction }) {
  const t = useText()
  const { rest } = useClient()
  const toasts = useToasts()
  const queries = useQueryClient()
  const [isAdding, setAdding] = useState(false)
  const [edited, setEdited] = useState<RelationInfo | null>(null)
  const [doomed, setDoomed] = useState<RelationInfo | null>(null)

  const relations = useMemo(() => createRelationCalls(rest), [rest])
  const description = useMemo(
    () => relationTable({ relations, queries, entity, direction, t, edit: setEdited, askDelete: setDoomed }),
    [relations, queries, entity, direction, t],
  )
  const table = useTabTable<RelationInfo>(description)
  const counts = {
    FROM: useQuery(allRelations(relations, entity, 'FROM')).data?.length,
    TO: useQuery(allRelations(relations, entity, 'TO')).data?.length,
  }
  // Invalidates all relations: the other entity shows the same relation.
  const refresh = () => queries.invalidateQueries({ queryKey: relationsKey })

  async function remove(relation: RelationInfo) {
    try {
      await relations.delete(relation)
      toasts.show({ kind: 'success', text: t('relations.deleted') })
    } finally {
      // A failed request shows its error in a toast.
      setDoomed(null)
    }
    table.selection.remove([relation])
    await refresh()
  }

  const shown = edited ?? table.openRow
  const close = () => {
    setEdited(null)
    if (table.query.open !== null) table.close()
  }
  const addButton = (
    <Button size="sm" icon={<Plus size={16} strokeWidth={2} aria-hidden />} onClick={() => setAdding(true)}>
      {t('relations.add')}
    </Button>
  )

  return (
    <>
      <TabTable
        table={{ ...table, filterCount: 0, clearFilters: () => table.search('') }}
        filters={
          <Segmented
            label={t('relations.direction')}
            size="sm"
            options={directions.map((value) => ({ value, label: t(`relations.${value}`), count: counts[value] }))}
            value={direction}
            onChange={(value) => table.setFilters({ [directionParam]: value })}
          />
        }
        tools={table.total > 0 && addButton}
        emptyAction={addButton}
      />
      {isAdding && (
        <AddRelationDialog
          relations={relations}
          entity={entity}
          direction={direction}
          onClose={() => setAdding(false)}
          onAdded={() => void refresh()}
        />
      )}
      {shown && !doomed && (
        <RelationDialog
          key={description.idOf(shown)}
          relations={relations}
          relation={shown}
          direction={direction}
          onClose={close}
          onSaved={() => {
            close()
            void refresh()
          }}
          onDelete={() => {
            close()
            setDoomed(shown)
          }}
        />
      )}
      {doomed && (
        <ConfirmDialog
          title={t(`relations.deleteTitle${direction}`, { name: otherNameOf(doomed, direction) })}
          action={t('relations.delete')}
          isDanger
          onCancel={() => setDoomed(null)}
          onConfirm={() => remove(doomed).catch(() => {})}
        >
          {t('relations.deleteText', { name: otherNameOf(doomed, direction) })}
        </ConfirmDialog>
      )}
    </>
  )
}
