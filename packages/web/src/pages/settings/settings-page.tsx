/** Frame of a settings page: title, description, card with the form, loading and error states. */

import '../../entity-pages/entity-details.css'
import './settings.css'
import type { ReactNode } from 'react'
import { EntityForm, type EntityFormFrame } from '../../entities/use-entity-form.tsx'
import { ErrorState, Skeleton } from '../../ui/states/states.tsx'
import { isPhone, useWidth } from '../../ui/theme/use-width.ts'
import type { SettingsQuery } from './settings-calls.ts'

interface SettingsPageProps<T> {
  readonly title: string
  /** Description of the page in one sentence. */
  readonly text: string
  /** Title of the error state. */
  readonly failed: string
  readonly query: SettingsQuery<T>
  /** Full width, for pages with a table. */
  readonly isWide?: boolean
  readonly children: (settings: T) => ReactNode
}

export function SettingsPage<T>({ title, text, failed, query, isWide, children }: SettingsPageProps<T>) {
  const { data, error, refetch } = query
  const onPhone = useWidth(isPhone)
  return (
    <div className="sd-page sd-settings">
      {onPhone ? (
        // The toolbar already shows the title.
        <h1 className="sd-hidden-text">{title}</h1>
      ) : (
        <div className="sd-page-head">
          <h1>{title}</h1>
        </div>
      )}
      <section className="sd-card sd-settings-card" data-wide={isWide || undefined} aria-label={title}>
        <p className="sd-settings-text">{text}</p>
        {data !== undefined ? (
          children(data)
        ) : error ? (
          <ErrorState title={failed} error={error} onRetry={() => void refetch()} />
        ) : (
          <div className="sd-settings-form">
            <Skeleton width="30%" />
            <Skeleton height={36} />
            <Skeleton width="30%" />
            <Skeleton height={36} />
          </div>
        )}
      </section>
    </div>
  )
}

/** Form in the card. */
export const SettingsForm = ({ form, children }: { form: EntityFormFrame; children: ReactNode }) => (
  <EntityForm form={form} className="sd-settings-form">
    {children}
  </EntityForm>
)
