/** Icon before a widget's title. Its code is loaded lazily, since few widgets have an icon. */

import type { WidgetConfig } from '@sonde/model/dashboards/dashboard-configuration'
import { type ComponentType, lazy, Suspense } from 'react'
import { chosenColor } from './css-color.ts'

type Icon = ComponentType<{ name: string; size: number }>

const MaterialIcon = lazy(() =>
  import('../ui/icon-picker/material-icon.tsx').then(
    (module): { default: Icon } => ({ default: module.MaterialIcon }),
    // If the icon fails to load, the widget is shown without it.
    () => ({ default: () => null }),
  ),
)

/** Icon of the Material or MDI set in the text color; nothing while it loads. */
export const NamedIcon = ({ name, size }: { readonly name: string; readonly size: number }) => (
  <Suspense>
    <MaterialIcon name={name} size={size} />
  </Suspense>
)

interface TitleIconProps {
  readonly config: Pick<WidgetConfig, 'titleIcon' | 'iconColor' | 'iconSize'>
}

export function TitleIcon({ config: { titleIcon, iconColor, iconSize } }: TitleIconProps) {
  return (
    <span className="widget-icon" style={{ width: iconSize, height: iconSize, color: chosenColor(iconColor) }}>
      <NamedIcon name={titleIcon} size={iconSize} />
    </span>
  )
}
