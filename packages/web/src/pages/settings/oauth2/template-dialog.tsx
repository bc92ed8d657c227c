/** Dialog that saves a provider's settings as a template or updates the template with the same name. */

import type { OAuth2Template } from '@sonde/model/oauth2/oauth2'
import { useQueryClient } from '@tanstack/react-query'
import { NewEntityDialog } from '../../../entities/new-entity-dialog.tsx'
import type { Translate } from '../../../locale/texts.ts'
import { useText } from '../../../locale/use-text.tsx'
import { tooLong } from '../../../ui/field/text-errors.ts'
import { TextArea, TextField } from '../../../ui/field/text-field.tsx'
import { useToasts } from '../../../ui/toast/toast-stack.tsx'
import { quiet, templatesKey, useOAuth2Calls } from './oauth2-calls.ts'
import { customProvider, type ProviderDraft, wireProvider } from './provider-input.ts'

interface TemplateDraft {
  readonly name: string
  readonly comment: string
  readonly helpLink: string
}

const commentMax = 2048

function templateErrors({ name, comment, helpLink }: TemplateDraft, t: Translate) {
  const typed = name.trim()
  const link = helpLink.trim()
  return {
    name:
      typed === ''
        ? t('oauth2.templateNameRequired')
        : typed === customProvider
          ? t('oauth2.templateNameCustom')
          : tooLong(typed, t),
    comment: tooLong(comment, t, commentMax),
    helpLink: link !== '' && !/^https?:\/\/\S+$/.test(link) ? t('oauth2.addressInvalid') : tooLong(link, t),
  }
}

interface TemplateDialogProps {
  readonly provider: ProviderDraft
  readonly templates: readonly OAuth2Template[]
  readonly onClose: () => void
}

/** Separate form: must not be rendered inside the page's form. */
export function TemplateDialog({ provider, templates, onClose }: TemplateDialogProps) {
  const t = useText()
  const calls = useOAuth2Calls()
  const queries = useQueryClient()
  const toasts = useToasts()
  const isCustom = provider.provider === customProvider
  const existing = templates.find(({ providerId }) => providerId === provider.provider)

  async function keep({ name, comment, helpLink }: TemplateDraft) {
    const providerId = name.trim()
    const changed = templates.find((one) => one.providerId === providerId)
    // Client ID, secret and platforms are not part of a template.
    const {
      clientId: _,
      clientSecret: _secret,
      platforms: _platforms,
      additionalInfo: _info,
      ...rest
    } = wireProvider(provider)
    await calls.saveTemplate(
      {
        ...rest,
        id: changed ? { id: changed.id.id } : null,
        providerId,
        loginButtonLabel: rest.loginButtonLabel || providerId,
        comment: comment.trim() || null,
        helpLink: helpLink.trim() || null,
        additionalInfo: changed?.additionalInfo ?? null,
      },
      quiet,
    )
    await queries.invalidateQueries({ queryKey: templatesKey })
    toasts.show({ kind: 'success', text: t('oauth2.templateKept', { name: providerId }) })
    onClose()
  }

  return (
    <NewEntityDialog<TemplateDraft, ReturnType<typeof templateErrors>>
      title={t('oauth2.keepTemplate')}
      size={480}
      initial={{
        name: isCustom ? provider.loginButtonLabel : provider.provider,
        comment: existing?.comment ?? '',
        helpLink: existing?.helpLink ?? '',
      }}
      fieldErrorsOf={(draft) => templateErrors(draft, t)}
      create={keep}
      onClose={onClose}
    >
      {({ draft, change, touch, fieldErrors }) => (
        <>
          <TextField
            label={t('oauth2.templateName')}
            help={
              templates.some(({ providerId }) => providerId === draft.name.trim())
                ? t('oauth2.templateChanges', { name: draft.name.trim() })
                : t('oauth2.templateIsNew')
            }
            value={draft.name}
            error={fieldErrors.name}
            onBlur={() => touch('name')}
            onChange={(name) => change({ name })}
            autoComplete="off"
          />
          <TextArea
            label={t('oauth2.templateComment')}
            isOptional
            value={draft.comment}
            error={fieldErrors.comment}
            onBlur={() => touch('comment')}
            onChange={(comment) => change({ comment })}
          />
          <TextField
            label={t('oauth2.templateHelpLink')}
            isOptional
            type="url"
            value={draft.helpLink}
            error={fieldErrors.helpLink}
            onBlur={() => touch('helpLink')}
            onChange={(helpLink) => change({ helpLink })}
            autoComplete="off"
          />
        </>
      )}
    </NewEntityDialog>
  )
}
