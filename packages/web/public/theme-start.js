// Sets the colour scheme before the first paint; src/ui/theme/color-scheme.ts takes over from here.
;(() => {
  let choice = null
  try {
    choice = localStorage.getItem('sonde.theme')
  } catch {
    // Storage is blocked: the system's scheme it is.
  }
  const isDark = choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset.theme = isDark ? 'dark' : 'light'
})()
