/** Dead letters: accepted messages that could not be processed. Administrators can replay or delete them. */

import type { DeadLetter } from '@sonde/model/dead-letters/dead-letter'
import { useMemo } from 'react'
import { EntityDrawer } from '../../entities/entity-drawer.tsx'
import { EntityPage } from '../../entity-pages/entity-page.tsx'
import type { OpenEntity } from '../../entity-pages/use-open-entity.ts'
import { useText } from '../../locale/use-text.tsx'
import { useAccount } from '../../session/use-session.tsx'
import type { EntityAction } from '../../ui/entity-table/entity-description.ts'
import { deadLetterName, useDeadLetter, useDeadLetterCalls } from './dead-letter-calls.ts'
import { DeadLetterDetails } from './dead-letter-details.tsx'
import { deadLetterTable } from './dead-letter-table.tsx'
import { useDeadLetterActions } from './use-dead-letter-actions.tsx'

export function DeadLettersPage() {
  const isSystem = useAccount()?.auth.authority === 'SYS_ADMIN'
  const deadLetters = useDeadLetterCalls()
  const { ofOne, replayAll, deleteAll, dialog } = useDeadLetterActions(isSystem)
  const description = useMemo(
    () => deadLetterTable({ deadLetters, actions: ofOne, isSystem }),
    [deadLetters, ofOne, isSystem],
  )
  return (
    <EntityPage<DeadLetter>
      description={description}
      primary={replayAll}
      secondary={deleteAll}
      renderOpen={(open) => <DeadLetterDrawer key={open.id} open={open} actions={ofOne} isSystem={isSystem} />}
    >
      {dialog}
    </EntityPage>
  )
}

interface DeadLetterDrawerProps {
  readonly open: OpenEntity<DeadLetter>
  readonly actions: readonly EntityAction<DeadLetter>[]
  readonly isSystem: boolean
}

function DeadLetterDrawer({ open: { id, onClose, steps }, actions, isSystem }: DeadLetterDrawerProps) {
  const t = useText()
  return (
    <EntityDrawer
      entity={useDeadLetter(id)}
      nameOf={deadLetterName}
      kind={t('deadLetters.kind')}
      failed={t('deadLetters.messageFailed')}
      onClose={onClose}
    >
      {(letter) => (
        <DeadLetterDetails letter={letter} actions={actions} isSystem={isSystem} onClose={onClose} steps={steps} />
      )}
    </EntityDrawer>
  )
}
