/** Help page with its loading, error and not-found states. */

import { useText } from '../locale/use-text.tsx'
import { EmptyState, ErrorState, Skeleton } from '../ui/states/states.tsx'
import { HelpMarkdown, type HelpMarkdownProps } from './help-markdown.tsx'
import { useHelpText } from './use-help-text.ts'

export type HelpContentProps = Omit<HelpMarkdownProps, 'text'>

export default function HelpContent(props: HelpContentProps) {
  const t = useText()
  const { data, error, refetch } = useHelpText(props.page)
  if (data) return <HelpMarkdown {...props} text={data} />
  if (data === null) return <EmptyState title={t('help.notFound')} text={t('help.notFoundText')} />
  if (error) {
    return (
      <ErrorState
        title={t('help.failed')}
        error={error}
        isPage={props.headingLevel === 1}
        onRetry={() => void refetch()}
      />
    )
  }
  return (
    <div className="sd-help" aria-busy>
      <Skeleton width="40%" height={18} />
      <Skeleton width="90%" />
      <Skeleton width="75%" />
    </div>
  )
}
