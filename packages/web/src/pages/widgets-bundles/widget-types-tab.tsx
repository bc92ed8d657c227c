/** Tab with the widgets of a bundle. */

import './widgets-bundles.css'
import type { WidgetsBundle } from '@sonde/model/widgets/widgets-bundle'
import { useQuery } from '@tanstack/react-query'
import { LayoutGrid } from 'lucide-react'
import { useText } from '../../locale/use-text.tsx'
import { ImagePreview } from '../../ui/field/image-field.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../ui/states/states.tsx'
import { keyOf, useWidgetTypeCalls, widgetsBundleRoom } from './widgets-bundle-calls.ts'

export function WidgetTypesTab({ bundle }: { bundle: WidgetsBundle }) {
  const t = useText()
  const types = useWidgetTypeCalls()
  const { data, error, refetch } = useQuery({
    queryKey: [widgetsBundleRoom, 'types', bundle.id.id],
    queryFn: ({ signal }) => types.listInfos(keyOf(bundle), { signal, ignoreErrors: true }),
  })
  if (error && !data) {
    return <ErrorState title={t('widgetsBundles.typesFailed')} error={error} onRetry={() => void refetch()} />
  }
  if (!data) {
    return (
      <div className="sd-tab-body" aria-busy>
        <Skeleton width="60%" height={64} />
        <Skeleton width="60%" height={64} />
      </div>
    )
  }
  if (data.length === 0) {
    return (
      <EmptyState
        icon={<LayoutGrid size={24} strokeWidth={1.75} aria-hidden />}
        title={t('widgetsBundles.typesEmpty')}
        text={t('widgetsBundles.typesEmptyText')}
      />
    )
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so keys must reach it
    <ul className="sd-widget-types" tabIndex={0}>
      {data.map((type) => (
        <li key={type.id.id}>
          <ImagePreview image={type.image} />
          <div>
            <div className="sd-widget-type-name">
              <b>{type.name}</b>
              <span className="sd-tag">{t(`widgetsBundles.${type.widgetType}`)}</span>
            </div>
            {type.description && <p className="sd-text-2 sd-sm">{type.description}</p>}
          </div>
        </li>
      ))}
    </ul>
  )
}
