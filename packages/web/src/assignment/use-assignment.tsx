/**
 * Assignment actions of a list: assign to a customer, make public or private, unassign from the customer or the edge,
 * and assign existing entities to the list's customer or edge.
 *
 * Reversible changes run at once and offer Undo. Making public asks first: visitors may have seen the data by then.
 */

import type { CallOptions } from '@sonde/client/rest/rest'
import { createVisitorCalls } from '@sonde/client/visitors/visitor-calls'
import { NIL_UUID } from '@sonde/model/ids'
import { type VisitedType, type VisitorRights, visitedTypes } from '@sonde/model/visitors/visitor-rights'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { Earth, EarthLock, Eye, Link2, UserPlus, UserX } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import { invalidateEntities } from '../entities/entity-queries.ts'
import type { PageButton } from '../entity-pages/page-head.tsx'
import type { MessageKey } from '../locale/messages.ts'
import { useText } from '../locale/use-text.tsx'
import { useAccount, useClient } from '../session/use-session.tsx'
import { ConfirmDialog } from '../ui/dialog/confirm-dialog.tsx'
import type { BulkAction, EntityAction } from '../ui/entity-table/entity-description.ts'
import { useToasts } from '../ui/toast/toast-stack.tsx'
import { AssignExistingDialog, type AssignExistingDialogProps } from './assign-existing-dialog.tsx'
import { AssignToCustomerDialog } from './assign-to-customer-dialog.tsx'
import type { AssignableKind, AssignmentCalls } from './assignable-kind.ts'
import type { ListScope } from './list-scope.ts'
import { MakePublicDialog } from './make-public-dialog.tsx'
import { VisitorRightsDialog } from './visitor-rights-dialog.tsx'

export interface AssignmentDeps<T> {
  readonly kind: AssignableKind
  /** First part of the query cache keys that a change invalidates. */
  readonly room: string
  /** Path of the list, opened when the entity of the current detail page leaves the list. */
  readonly listPath: string
  readonly scope: ListScope
  readonly idOf: (row: T) => string
  readonly nameOf: (row: T) => string
  /** Null: unassigned, or this entity type allows several customers. */
  readonly customerIdOf: (row: T) => string | null
  readonly isPublic: (row: T) => boolean
  readonly calls: AssignmentCalls
  /** Called after entities were assigned to an edge. */
  readonly onGivenToEdge?: (edgeId: string) => void
  readonly renderPicker?: AssignExistingDialogProps['renderPicker']
}

export interface Assignment<T> {
  readonly actions: readonly EntityAction<T>[]
  readonly bulkActions: readonly BulkAction<T>[]
  /** Button of lists below a customer or an edge. */
  readonly assignExisting: PageButton | undefined
  readonly dialogs: ReactNode
}

type RequestedDialog<T> =
  | { readonly what: 'assign' | 'publish' | 'visitors'; readonly row: T }
  | { readonly what: 'existing' }

/** Entity types that visitors may be allowed to write to. */
const visitedType = (kind: AssignableKind): VisitedType | null => visitedTypes.find((type) => type === kind) ?? null

const small = { size: 16, strokeWidth: 2, 'aria-hidden': true } as const
const large = { size: 18, strokeWidth: 1.75, 'aria-hidden': true } as const

/** The functions and `calls` must keep their identity between renders. */
export function useAssignment<T>(deps: AssignmentDeps<T>): Assignment<T> {
  const { kind, room, listPath, scope, idOf, nameOf, customerIdOf, isPublic, calls } = deps
  const t = useText()
  const reads = useAccount()?.visitorsReadAll ? 'all' : 'shown'
  const queries = useQueryClient()
  const toasts = useToasts()
  const navigate = useNavigate()
  const router = useRouter()
  const { rest } = useClient()
  const visited = visitedType(kind)
  const [requested, setRequested] = useState<RequestedDialog<T> | null>(null)
  const close = () => setRequested(null)

  const { actions, bulkActions } = useMemo(() => {
    const refresh = () => invalidateEntities(queries, room)
    const customerOf = (row: T) => {
      const id = customerIdOf(row)
      return id === null || id === NIL_UUID ? null : id
    }

    async function done(text: MessageKey, row: T, undo: () => Promise<unknown>) {
      toasts.show({
        kind: 'success',
        text: t(text, { name: nameOf(row) }),
        // A rejected request shows its own toast.
        action: { label: t('ui.undo'), onSelect: () => void undo().then(refresh, () => {}) },
      })
      if (scope.kind !== 'tenant') {
        // The entity is no longer in this list.
        if (router.state.location.pathname.endsWith(`/${idOf(row)}`))
          await navigate({ to: listPath as '/home', search: {} })
        else await navigate({ to: '.', search: ({ open: _, ...now }) => now, replace: true })
      }
      await refresh()
    }

    async function leaveCustomer(row: T, text: MessageKey) {
      const id = idOf(row)
      const customerId = customerOf(row) ?? (scope.kind === 'customer' ? scope.customerId : '')
      await calls.unassignFromCustomer?.(id, customerId)
      await done(text, row, async () => calls.assignToCustomer?.(id, customerId))
    }
    async function leaveEdge(row: T, edgeId: string) {
      const id = idOf(row)
      await calls.unassignFromEdge?.(id, edgeId)
      await done('assignment.unassigned', row, async () => calls.assignToEdge?.(id, edgeId))
    }
    const quietly = (promise: Promise<void>) => void promise.catch(() => {})

    const actions: EntityAction<T>[] = []
    const bulkActions: BulkAction<T>[] = []
    const values = { kind }
    if (scope.kind === 'tenant' && calls.assignToCustomer) {
      actions.push(
        {
          id: 'makePublic',
          label: 'assignment.makePublic',
          icon: <Earth {...small} />,
          startsGroup: true,
          isAllowed: (row) => customerOf(row) === null,
          run: (row) => setRequested({ what: 'publish', row }),
        },
        {
          id: 'assign',
          label: 'assignment.assign',
          icon: <UserPlus {...small} />,
          isAllowed: (row) => customerOf(row) === null,
          run: (row) => setRequested({ what: 'assign', row }),
        },
      )
      bulkActions.push({
        id: 'assign',
        label: 'assignment.assign',
        icon: <UserPlus {...large} />,
        values,
        done: 'assignment.assignedMany',
        isAllowed: (row) => customerOf(row) === null,
        ask: ({ rows, onStart, onCancel }) => (
          <AssignToCustomerDialog
            title={t('assignment.assignManyTitle', { kind, count: rows.length })}
            count={rows.length}
            onAssign={({ id }) => onStart(async (row, how) => calls.assignToCustomer?.(idOf(row), id.id, how))}
            onClose={onCancel}
          />
        ),
        run: async () => {},
      })
    }
    if (scope.kind === 'tenant' || scope.kind === 'customer') {
      actions.push(
        {
          id: 'unassign',
          label: 'assignment.unassign',
          icon: <UserX {...small} />,
          isAllowed: (row) => (customerOf(row) !== null || scope.kind === 'customer') && !isPublic(row),
          run: (row) => quietly(leaveCustomer(row, 'assignment.unassigned')),
        },
        ...(visited && calls.makePublic
          ? [
              {
                id: 'visitorAccess',
                label: 'assignment.visitorAccess',
                icon: <Eye {...small} />,
                isAllowed: isPublic,
                run: (row: T) => setRequested({ what: 'visitors', row }),
              } as const,
            ]
          : []),
        {
          id: 'makePrivate',
          label: 'assignment.makePrivate',
          icon: <EarthLock {...small} />,
          isAllowed: isPublic,
          run: (row) => quietly(leaveCustomer(row, 'assignment.madePrivate')),
        },
      )
    }
    if (scope.kind === 'customer') {
      const { customerId } = scope
      bulkActions.push({
        id: 'unassign',
        label: scope.isPublic ? 'assignment.makePrivate' : 'assignment.unassign',
        icon: <UserX {...large} />,
        values,
        confirm: {
          title: 'assignment.unassignManyTitle',
          text: 'assignment.unassignManyText',
          action: 'assignment.unassignManyAction',
        },
        done: 'assignment.unassignedMany',
        run: async (row, how) => calls.unassignFromCustomer?.(idOf(row), customerId, how),
      })
    }
    if (scope.kind === 'edge') {
      const { edgeId } = scope
      actions.push({
        id: 'unassignFromEdge',
        label: 'assignment.unassignFromEdge',
        icon: <UserX {...small} />,
        startsGroup: true,
        run: (row) => quietly(leaveEdge(row, edgeId)),
      })
      bulkActions.push({
        id: 'unassignFromEdge',
        label: 'assignment.unassignFromEdge',
        icon: <UserX {...large} />,
        values,
        confirm: {
          title: 'assignment.unassignManyTitle',
          text: 'assignment.unassignEdgeManyText',
          action: 'assignment.unassignManyAction',
        },
        done: 'assignment.unassignedMany',
        run: async (row, how) => calls.unassignFromEdge?.(idOf(row), edgeId, how),
      })
    }
    return { actions, bulkActions }
  }, [
    scope,
    calls,
    kind,
    visited,
    room,
    listPath,
    idOf,
    nameOf,
    customerIdOf,
    isPublic,
    queries,
    toasts,
    navigate,
    router,
    t,
  ])

  async function assignOne(row: T, customerId: string, customerName: string) {
    await calls.assignToCustomer?.(idOf(row), customerId, { ignoreErrors: true })
    close()
    toasts.show({
      kind: 'success',
      text: t('assignment.assigned', { name: nameOf(row), customer: customerName }),
      action: {
        label: t('ui.undo'),
        onSelect: () =>
          void Promise.resolve(calls.unassignFromCustomer?.(idOf(row), customerId)).then(
            () => invalidateEntities(queries, room),
            () => {},
          ),
      },
    })
    await invalidateEntities(queries, room)
  }

  async function publish(row: T) {
    try {
      await calls.makePublic?.(idOf(row))
    } catch {
      // A rejected request shows its own toast.
      return
    } finally {
      close()
    }
    await published(row)
  }

  /** Saves the permissions after publishing: visitors exist only from then on. */
  async function publishFor(entityType: VisitedType, row: T, rights: VisitorRights) {
    await calls.makePublic?.(idOf(row), quiet)
    const isAny = Object.values(rights).some((names) => names.length > 0)
    if (isAny) await createVisitorCalls(rest).saveRights(entityType, idOf(row), rights, quiet)
    close()
    await published(row)
  }

  async function published(row: T) {
    toasts.show({ kind: 'success', text: t('assignment.madePublic', { name: nameOf(row) }) })
    await invalidateEntities(queries, room)
  }

  const owner =
    scope.kind === 'customer' && calls.assignToCustomer
      ? {
          name: scope.name,
          assign: (id: string, how: CallOptions) => calls.assignToCustomer?.(id, scope.customerId, how),
        }
      : scope.kind === 'edge' && calls.assignToEdge
        ? { name: scope.name, assign: (id: string, how: CallOptions) => calls.assignToEdge?.(id, scope.edgeId, how) }
        : null

  return {
    actions,
    bulkActions,
    assignExisting: owner
      ? {
          label: t('assignment.assignExisting', { kind }),
          icon: <Link2 size={18} strokeWidth={2} aria-hidden />,
          onSelect: () => setRequested({ what: 'existing' }),
        }
      : undefined,
    dialogs: requested && (
      <>
        {requested.what === 'assign' && (
          <AssignToCustomerDialog
            title={t('assignment.assignOneTitle', { name: nameOf(requested.row) })}
            count={1}
            onAssign={({ id, name }) => assignOne(requested.row, id.id, name)}
            onClose={close}
          />
        )}
        {requested.what === 'visitors' && visited && (
          <VisitorRightsDialog
            entityType={visited}
            id={idOf(requested.row)}
            name={nameOf(requested.row)}
            onClose={close}
          />
        )}
        {requested.what === 'publish' && visited && (
          <MakePublicDialog
            entityType={visited}
            id={idOf(requested.row)}
            name={nameOf(requested.row)}
            onPublish={(rights) => publishFor(visited, requested.row, rights)}
            onClose={close}
          />
        )}
        {requested.what === 'publish' && !visited && (
          <ConfirmDialog
            title={t('assignment.makePublicTitle', { name: nameOf(requested.row) })}
            action={t('assignment.makePublic')}
            onCancel={close}
            onConfirm={() => publish(requested.row)}
          >
            {t('assignment.makePublicText', { kind, reads })}
          </ConfirmDialog>
        )}
        {requested.what === 'existing' && owner && (
          <AssignExistingDialog
            kind={kind}
            ownerName={owner.name}
            assign={async (id, how) => owner.assign(id, how)}
            renderPicker={deps.renderPicker}
            onAssigned={async (entities) => {
              toasts.show({
                kind: 'success',
                text: t('assignment.assignedMany', { kind, count: entities.length }),
              })
              await invalidateEntities(queries, room)
              if (scope.kind === 'edge') deps.onGivenToEdge?.(scope.edgeId)
            }}
            onClose={close}
          />
        )}
      </>
    ),
  }
}

const quiet = { ignoreErrors: true }
