/** Replaces an entity that the server doesn't find for this user: it was deleted or belongs to another owner. */

import { ApiError } from '@sonde/client'
import { type EntityType, entityKinds } from '@sonde/model/entities/entity-kinds'
import { isTrashedType } from '@sonde/model/trash/trashed-types'
import { Link, useLocation } from '@tanstack/react-router'
import { useText } from '../locale/use-text.tsx'
import { useAccount } from '../session/use-session.tsx'
import { EmptyState } from '../ui/states/states.tsx'
import { EntityKindIcon } from './entity-kind.tsx'

/** Status 400: the URL contains no valid id. */
const goneStatuses: readonly number[] = [400, 403, 404]

export const isGone = (error: unknown): boolean => error instanceof ApiError && goneStatuses.includes(error.status)

interface EntityGoneProps {
  readonly kind: EntityType
  /** Fills the whole page and links to the list. */
  readonly isPage?: boolean
}

export function EntityGone({ kind, isPage }: EntityGoneProps) {
  const t = useText()
  const { authority, isPublic } = useAccount()?.auth ?? {}
  const above = useLocation({ select: ({ pathname }) => pathname.slice(0, pathname.lastIndexOf('/')) })
  // Full-screen dashboards have a separate path without a list.
  const list = above === '/dashboard' ? '/dashboards' : above
  const canOpenTrash =
    isTrashedType(kind) &&
    (authority === 'TENANT_ADMIN' || (authority === 'SYS_ADMIN' && entityKinds[kind].ofSystem !== undefined))
  return (
    <EmptyState
      isPage={isPage}
      icon={<EntityKindIcon entityType={kind} size={24} />}
      title={t('shell.goneTitle', { kind: t(`entityTypes.${kind}`) })}
      text={t('shell.goneText')}
    >
      {canOpenTrash && (
        <Link to="/trash" search={{ kind }} className="sd-button" data-kind="outlined" data-size="md">
          {t('shell.goneToTrash')}
        </Link>
      )}
      {isPage && !isPublic && (
        // Lists of an owner have its ID in their path.
        <Link to={list as '/home'} search={{}} className="sd-button" data-kind="filled" data-size="md">
          {t('shell.goneToList')}
        </Link>
      )}
    </EmptyState>
  )
}
