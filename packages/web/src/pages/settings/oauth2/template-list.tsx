/** Templates for new providers, with a button to delete one. */

import type { OAuth2Template } from '@sonde/model/oauth2/oauth2'
import { useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useText } from '../../../locale/use-text.tsx'
import { IconButton } from '../../../ui/button/button.tsx'
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx'
import { useToasts } from '../../../ui/toast/toast-stack.tsx'
import { FoldingPart } from './folding-part.tsx'
import { templatesKey, useOAuth2Calls } from './oauth2-calls.ts'

export function TemplateList({ templates }: { readonly templates: readonly OAuth2Template[] }) {
  const t = useText()
  const calls = useOAuth2Calls()
  const queries = useQueryClient()
  const toasts = useToasts()
  const [doomed, setDoomed] = useState<OAuth2Template | null>(null)

  async function remove({ id, providerId }: OAuth2Template) {
    try {
      await calls.deleteTemplate(id.id)
      toasts.show({ kind: 'success', text: t('oauth2.templateDeleted', { name: providerId }) })
    } catch {
      // The call shows the error as a toast.
    } finally {
      setDoomed(null)
      await queries.invalidateQueries({ queryKey: templatesKey })
    }
  }

  return (
    <FoldingPart title={t('oauth2.templates')} note={templates.map(({ providerId }) => providerId).join(', ')}>
      <p className="sd-text-3 sd-xs">{t('oauth2.templatesText')}</p>
      <ul className="sd-oauth2-templates">
        {templates.map((template) => (
          <li key={template.id.id}>
            <span>
              <b>{template.providerId}</b>
              {template.comment && <span className="sd-text-3">{template.comment}</span>}
            </span>
            <IconButton
              size="sm"
              label={t('oauth2.deleteTemplate', { name: template.providerId })}
              icon={<Trash2 size={16} strokeWidth={2} />}
              onClick={() => setDoomed(template)}
            />
          </li>
        ))}
      </ul>
      {doomed && (
        <ConfirmDialog
          title={t('oauth2.deleteTemplateTitle', { name: doomed.providerId })}
          action={t('oauth2.deleteTemplateAction')}
          isDanger
          onCancel={() => setDoomed(null)}
          onConfirm={() => remove(doomed)}
        >
          {t('oauth2.deleteTemplateText')}
        </ConfirmDialog>
      )}
    </FoldingPart>
  )
}
