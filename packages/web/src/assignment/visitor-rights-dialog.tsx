/** Changes the permissions of visitors for an entity that is already public. */

import { createVisitorCalls } from '@sonde/client/visitors/visitor-calls'
import type { VisitedType, VisitorRights } from '@sonde/model/visitors/visitor-rights'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { HelpButton } from '../help/help-button.tsx'
import { useText } from '../locale/use-text.tsx'
import { useClient } from '../session/use-session.tsx'
import { FormDialog } from '../ui/dialog/form-dialog.tsx'
import { useSubmit } from '../ui/field/use-submit.ts'
import { ErrorState, Skeleton } from '../ui/states/states.tsx'
import { useToasts } from '../ui/toast/toast-stack.tsx'
import { VisitorRightsFields } from './visitor-rights-fields.tsx'

interface VisitorRightsDialogProps {
  readonly entityType: VisitedType
  readonly id: string
  readonly name: string
  readonly onClose: () => void
}

const quiet = { ignoreErrors: true } as const

export function VisitorRightsDialog({ entityType, id, name, onClose }: VisitorRightsDialogProps) {
  const t = useText()
  const { rest } = useClient()
  const queries = useQueryClient()
  const toasts = useToasts()
  const calls = useMemo(() => createVisitorCalls(rest), [rest])
  const queryKey = ['visitorRights', entityType, id]
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => calls.rights(entityType, id, { ...quiet, signal }),
    // Another administrator may have changed them.
    staleTime: 0,
  })
  const [changed, setChanged] = useState<VisitorRights | null>(null)
  const sending = useSubmit()
  const rights = changed ?? data

  async function save() {
    if (!rights) return
    queries.setQueryData(queryKey, await calls.saveRights(entityType, id, rights, quiet))
    toasts.show({ kind: 'success', text: t('assignment.visitorAccessSaved', { name }) })
    onClose()
  }

  return (
    <FormDialog
      help={<HelpButton page="dialogs/public" />}
      title={t('assignment.visitorAccessTitle', { name })}
      onClose={onClose}
      action={t('ui.save')}
      isReady={rights !== undefined}
      sending={sending}
      onSubmit={() => void sending.submit(save)}
    >
      <p className="sd-text-2">{t('assignment.visitorAccessText')}</p>
      {rights ? (
        <VisitorRightsFields entityType={entityType} id={id} rights={rights} onChange={setChanged} />
      ) : error ? (
        <ErrorState title={t('assignment.visitorAccessFailed')} error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton height={36} />
      )}
    </FormDialog>
  )
}
