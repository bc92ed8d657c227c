/** Menu items for the color scheme: light, dark, system. */

import { type LucideIcon, Monitor, Moon, Sun } from 'lucide-react'
import type { MessageKey } from '../locale/messages.ts'
import { useText } from '../locale/use-text.tsx'
import type { MenuItem } from '../ui/menu/menu.tsx'
import { chooseTheme, type ThemeChoice, themeChoices, useColorScheme } from '../ui/theme/color-scheme.ts'

export const themeIcons: Readonly<Record<ThemeChoice, LucideIcon>> = { light: Sun, dark: Moon, system: Monitor }

export const themeLabels = {
  light: 'shell.themeLight',
  dark: 'shell.themeDark',
  system: 'shell.themeSystem',
} as const satisfies Record<ThemeChoice, MessageKey>

export function useThemeItems(): MenuItem[] {
  const t = useText()
  const { choice } = useColorScheme()
  return themeChoices.map((one) => {
    const Icon = themeIcons[one]
    return {
      id: one,
      label: t(themeLabels[one]),
      icon: <Icon size={16} strokeWidth={2} aria-hidden />,
      isChecked: one === choice,
      onSelect: () => chooseTheme(one),
    }
  })
}
