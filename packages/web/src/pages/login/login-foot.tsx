/** Footer of pages for users who aren't signed in: language, color scheme, help, copyright. */

import './login.css'
import { CircleHelp, Globe } from 'lucide-react'
import { HelpHost } from '../../help/help-host.tsx'
import { openHelp } from '../../help/help-open.ts'
import { languagesWithTexts, localeName, localeOf, offeredLanguages, rememberLanguage } from '../../locale/locales.ts'
import { useLocale, useText, useTextStore } from '../../locale/use-text.tsx'
import { themeIcons, themeLabels, useThemeItems } from '../../shell/theme-choices.tsx'
import { Menu } from '../../ui/menu/menu.tsx'
import { useMenuButton } from '../../ui/menu/use-menu-button.ts'
import { useColorScheme } from '../../ui/theme/color-scheme.ts'

export function LoginFoot() {
  const t = useText()
  return (
    <>
      <footer className="sd-login-foot">
        <LanguageMenu />
        <ThemeMenu />
        <button type="button" aria-haspopup="dialog" onClick={openHelp}>
          <CircleHelp size={14} strokeWidth={2} aria-hidden />
          {t('help.title')}
        </button>
        <span>{t('login.contributors', { year: String(new Date().getFullYear()) })}</span>
      </footer>
      <HelpHost />
    </>
  )
}

function ThemeMenu() {
  const t = useText()
  const { choice } = useColorScheme()
  const { button, menu } = useMenuButton()
  const Icon = themeIcons[choice]
  return (
    <>
      <button {...button} type="button">
        <Icon size={14} strokeWidth={2} aria-hidden />
        {t(themeLabels[choice])}
      </button>
      <Menu {...menu} label={t('shell.changeTheme')} placement="top-start" items={useThemeItems()} />
    </>
  )
}

/** Language menu; hidden if texts exist in only one language. */
function LanguageMenu() {
  const t = useText()
  const store = useTextStore()
  const { tag: current } = useLocale()
  const { button, menu } = useMenuButton()
  const all = languagesWithTexts(offeredLanguages())
  if (all.length < 2) return null
  return (
    <>
      <button {...button} type="button">
        <Globe size={14} strokeWidth={2} aria-hidden />
        {localeName(current)}
      </button>
      <Menu
        {...menu}
        label={t('login.language')}
        placement="top-start"
        items={all.map((tag) => ({
          id: tag,
          label: localeName(tag),
          isChecked: tag === current,
          onSelect: () => {
            rememberLanguage(tag)
            void store.use(localeOf(tag))
          },
        }))}
      />
    </>
  )
}
