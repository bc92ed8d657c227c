/** Entry point of the web client. */

import '@fontsource-variable/inter/wght.css'
import '@fontsource-variable/jetbrains-mono/wght.css'
import './ui/theme/base.css'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { createAppRouter } from './app/router.tsx'
import { createServices } from './app/services.ts'
import { watchSession } from './app/watch-session.ts'
import { watchWrapper } from './app/watch-wrapper.ts'
import { offeredLanguages, pickLocale, rememberedLanguage } from './locale/locales.ts'
import { onTextsNeeded } from './locale/text-parts.ts'
import { createTextStore } from './locale/text-store.ts'
import { loadTexts } from './locale/texts.ts'
import { enter } from './session/enter.ts'
import { loginSourceOf } from './session/login-sources.ts'
import { isInMobileApp } from './session/mobile-bridge.ts'
import { watchColorScheme } from './ui/theme/color-scheme.ts'

async function start() {
  watchColorScheme()
  const { source, search } = loginSourceOf(location.search)
  // First of all: secrets in the URL must not stay in the history.
  if (search !== location.search) history.replaceState(history.state, '', location.pathname + search + location.hash)

  const wishes = { chosen: [rememberedLanguage()], browser: navigator.languages }
  const texts = createTextStore(await loadTexts(pickLocale(wishes, offeredLanguages())))
  onTextsNeeded(texts.need)
  document.documentElement.lang = texts.current.language
  const services = createServices(texts)
  await enter(services.client, source, {
    onRejected: (text) => services.toasts.show({ kind: 'error', text }),
    onExpired: (resetToken) =>
      history.replaceState(history.state, '', `/login/resetExpiredPassword?${new URLSearchParams({ resetToken })}`),
    onLoginError: (text) => services.loginError.set(text),
  })
  const router = createAppRouter(services)
  watchSession(services, router)
  if (isInMobileApp()) watchWrapper(services, router)

  const root = document.getElementById('root')
  if (!root) throw new Error('The page has no element for the application.')
  createRoot(root).render(<App services={services} router={router} />)
}

void start()
