/** Field to select a widgets bundle: from all accessible bundles, the system's or the tenant's. */

import type { WidgetsBundle } from '@sonde/model/widgets/widgets-bundle'
import { useQuery } from '@tanstack/react-query'
import { useText } from '../../locale/use-text.tsx'
import { useAccount } from '../../session/use-session.tsx'
import { ComboField, type ComboFieldProps } from '../../ui/field/combo-field.tsx'
import { isOfSystem, useWidgetsBundleCalls, widgetsBundleRoom } from './widgets-bundle-calls.ts'

/** Alias of the bundle for edges; not offered if edges are disabled. */
const edgeBundleAlias = 'edge_widgets'
const none: readonly WidgetsBundle[] = []

interface WidgetsBundleSelectProps extends Pick<ComboFieldProps, 'isOptional' | 'isDisabled' | 'error' | 'onBlur'> {
  readonly scope: 'all' | 'system' | 'tenant'
  readonly value: WidgetsBundle | null
  readonly onChange: (bundle: WidgetsBundle | null) => void
}

export function WidgetsBundleSelect({ scope, value, onChange, ...rest }: WidgetsBundleSelectProps) {
  const t = useText()
  const bundles = useWidgetsBundleCalls()
  const hasEdges = useAccount()?.hasEdges === true
  // Shared by all fields of a page; empty if loading fails.
  const { data = none } = useQuery({
    queryKey: [widgetsBundleRoom, 'all'],
    staleTime: 60_000,
    queryFn: ({ signal }) => bundles.all({ signal, ignoreErrors: true, ignoreLoading: true }).catch(() => none),
  })
  const offered = data
    .filter((bundle) => hasEdges || bundle.alias !== edgeBundleAlias)
    .filter((bundle) => scope === 'all' || isOfSystem(bundle) === (scope === 'system'))
    .toSorted((a, b) => a.title.localeCompare(b.title))
  return (
    <ComboField
      {...rest}
      label={t('inputs.widgetsBundle')}
      placeholder={t('inputs.selectWidgetsBundle')}
      source={[widgetsBundleRoom, 'select', scope, hasEdges, data]}
      load={async (text) =>
        offered
          .filter(({ title }) => title.toLowerCase().includes(text.toLowerCase()))
          .map((bundle) => ({
            value: bundle.id.id,
            label: bundle.title,
            note: isOfSystem(bundle) ? t('widgetsBundles.ofSystem') : undefined,
          }))
      }
      value={value && { value: value.id.id, label: value.title }}
      onChange={(option) => onChange(offered.find(({ id }) => id.id === option?.value) ?? null)}
    />
  )
}
