/*
 * Runs before the first paint and without the rest of the client: the colour scheme (src/ui/theme/color-scheme.ts takes
 * over from here), the outline of the page that comes, and the notice when the client's code can't be loaded.
 */
;(() => {
  const root = document.documentElement

  function stored(key) {
    try {
      return localStorage.getItem(key)
    } catch {
      // Storage is blocked: the system's scheme, and the sign-in page.
      return null
    }
  }

  const choice = stored('sonde.theme')
  const isDark = choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  root.dataset.theme = isDark ? 'dark' : 'light'
  const color = document.querySelector('meta[name=theme-color]')
  if (color) color.content = isDark ? color.dataset.dark : color.dataset.light

  const [, room] = location.pathname.split('/')
  const isSignIn = room === 'login' || (!stored('jwt_token') && !location.search)
  root.dataset.start = room === 'dashboard' ? 'dashboard' : isSignIn ? 'login' : 'shell'

  /** Ms between attempts, and after a reload in vain. */
  const retryMs = 5_000
  const reloadKey = 'sonde.reloadedForCode'
  const reloadPauseMs = 60_000

  function fail() {
    const notice = document.getElementById('start-failed')
    // From the first page on, the client tells failures itself.
    if (!notice?.hidden || document.getElementById('root')?.childElementCount) return
    notice.hidden = false
    root.dataset.start = 'failed'
    document.getElementById('start-retry')?.addEventListener('click', () => location.reload())
    if (Date.now() - Number(sessionStorage.getItem(reloadKey) ?? 0) > reloadPauseMs) setTimeout(retry, retryMs)
  }

  /** Reloads when the server answers. */
  async function retry() {
    const answer = await fetch(location.href, { headers: { accept: 'text/html' }, cache: 'no-store' }).catch(() => null)
    if (!answer?.ok) return void setTimeout(retry, retryMs)
    sessionStorage.setItem(reloadKey, String(Date.now()))
    location.reload()
  }

  const isCode = (target) =>
    target instanceof HTMLScriptElement || (target instanceof HTMLLinkElement && target.rel === 'stylesheet')
  addEventListener('error', (event) => (event.target === window || isCode(event.target)) && fail(), true)
  addEventListener('unhandledrejection', fail)
})()
