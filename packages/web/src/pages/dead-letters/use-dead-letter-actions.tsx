/** Actions to replay or delete one or all dead letters, with a confirmation dialog that shows the number. */

import type { DeadLetter } from '@sonde/model/dead-letters/dead-letter'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { RotateCcw, Trash2 } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import { invalidateEntities } from '../../entities/entity-queries.ts'
import type { PageButton } from '../../entity-pages/page-head.tsx'
import { useText } from '../../locale/use-text.tsx'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import type { EntityAction } from '../../ui/entity-table/entity-description.ts'
import { useToasts } from '../../ui/toast/toast-stack.tsx'
import { deadLetterRoom, useDeadLetterCalls, useDeadLetterCount } from './dead-letter-calls.ts'

/** Minimum number of dead letters for which the user must type the number to confirm. */
const typedFrom = 11

const texts = {
  replay: {
    title: 'deadLetters.replayTitle',
    text: 'deadLetters.replayText',
    action: 'deadLetters.replayAction',
    done: 'deadLetters.replayed',
  },
  delete: {
    title: 'deadLetters.deleteManyTitle',
    text: 'deadLetters.deleteManyText',
    action: 'deadLetters.deleteManyAction',
    done: 'deadLetters.deletedMany',
  },
} as const

interface Question {
  readonly what: keyof typeof texts
  /** Null: all dead letters. */
  readonly letter: DeadLetter | null
  readonly count: number
}

export interface DeadLetterActions {
  /** Actions for one dead letter; referentially stable. */
  readonly ofOne: readonly EntityAction<DeadLetter>[]
  /** Buttons for all dead letters; absent if there are none. */
  readonly replayAll?: PageButton
  readonly deleteAll?: PageButton
  /** Confirmation dialog, which the page must render. */
  readonly dialog: ReactNode
}

/** `isSystem`: "all" includes the dead letters of all tenants. */
export function useDeadLetterActions(isSystem: boolean): DeadLetterActions {
  const t = useText()
  const deadLetters = useDeadLetterCalls()
  const total = useDeadLetterCount()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const toasts = useToasts()
  const [question, setQuestion] = useState<Question | null>(null)

  const ofOne = useMemo((): EntityAction<DeadLetter>[] => {
    const icon = { size: 16, strokeWidth: 2, 'aria-hidden': true } as const
    return [
      {
        id: 'replay',
        label: 'deadLetters.replay',
        icon: <RotateCcw {...icon} />,
        run: (letter) => setQuestion({ what: 'replay', letter, count: 1 }),
      },
      {
        id: 'delete',
        label: 'ui.delete',
        icon: <Trash2 {...icon} />,
        isDanger: true,
        startsGroup: true,
        run: (letter) => setQuestion({ what: 'delete', letter, count: 1 }),
      },
    ]
  }, [])

  /** Returns the number of affected dead letters. */
  async function run({ what, letter }: Question): Promise<number> {
    if (letter) {
      await deadLetters[what](letter.id)
      return 1
    }
    const { count } = await (what === 'replay' ? deadLetters.replayAll() : deadLetters.deleteAll())
    return count
  }

  async function confirmed(request: Question) {
    try {
      const count = await run(request)
      toasts.show({ kind: 'success', text: t(texts[request.what].done, { count }) })
      await navigate({ to: '.', search: ({ open: _, ...now }) => now, replace: true })
    } catch {
      // The call shows the error as a toast.
    } finally {
      setQuestion(null)
      await invalidateEntities(queries, deadLetterRoom)
    }
  }

  const icon = { size: 18, strokeWidth: 1.75, 'aria-hidden': true } as const
  const askAll = (what: Question['what']) => () => setQuestion({ what, letter: null, count: total })
  return {
    ofOne,
    ...(total > 0 && {
      replayAll: { label: t('deadLetters.replayAll'), icon: <RotateCcw {...icon} />, onSelect: askAll('replay') },
      deleteAll: { label: t('deadLetters.deleteAll'), icon: <Trash2 {...icon} />, onSelect: askAll('delete') },
    }),
    dialog: question && (
      <ConfirmDialog
        title={t(texts[question.what].title, { count: question.count })}
        action={t(texts[question.what].action, { count: question.count })}
        isDanger={question.what === 'delete'}
        typed={question.count >= typedFrom ? String(question.count) : undefined}
        onCancel={() => setQuestion(null)}
        onConfirm={() => confirmed(question)}
      >
        {question.letter === null && isSystem && <p>{t('deadLetters.allTenants')}</p>}
        {t(texts[question.what].text, { count: question.count })}
      </ConfirmDialog>
    ),
  }
}
