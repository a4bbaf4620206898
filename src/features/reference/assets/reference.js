// What makes the reference interactive. Without it, everything can still be read.
const all = (selector, root = document) => [...root.querySelectorAll(selector)]

for (const code of all('.samples code')) {
  code.textContent = code.textContent.replaceAll('https://transom.example.com', location.origin)
}

// The language of the examples, the same everywhere.
function choose(language) {
  for (const one of all('.samples [data-language]')) {
    const isChosen = one.dataset.language === language
    if (one.tagName === 'BUTTON') one.setAttribute('aria-pressed', String(isChosen))
    else one.hidden = !isChosen
  }
}
document.addEventListener('click', async ({ target }) => {
  if (!(target instanceof HTMLElement)) return
  if (target.matches('.tabs [data-language]')) {
    const { top } = target.getBoundingClientRect()
    choose(target.dataset.language)
    scrollBy(0, target.getBoundingClientRect().top - top)
    sessionStorage.setItem('language', target.dataset.language)
  }
  if (target.matches('.copy')) {
    if (!(await copy(all('pre', target.closest('.samples')).find((pre) => !pre.hidden)))) return
    target.textContent = 'Copied'
    setTimeout(() => {
      target.textContent = 'Copy'
    }, 1500)
  }
  if (target.matches('.menu')) openMenu(target.getAttribute('aria-expanded') !== 'true')
  if (target.closest('#navigation a')) openMenu(false)
})

// Over plain HTTP, browsers copy only what is selected. It stays selected where they refuse.
async function copy(element) {
  try {
    await navigator.clipboard.writeText(element.textContent)
  } catch {
    getSelection().selectAllChildren(element)
    return document.execCommand('copy')
  }
  return true
}
if (sessionStorage.getItem('language')) choose(sessionStorage.getItem('language'))

function openMenu(isOpen) {
  document.querySelector('.menu').setAttribute('aria-expanded', String(isOpen))
  document.querySelector('#navigation').classList.toggle('open', isOpen)
}

for (const examples of all('.examples')) {
  examples.querySelector('select').addEventListener('change', ({ target }) => {
    all('pre', examples).forEach((pre, at) => {
      pre.hidden = at !== target.selectedIndex
    })
  })
}

// Search over titles, paths and fields of the operations.
const search = document.querySelector('#search')
const entries = all('#navigation li > ul a, #navigation .depth2 a, #navigation .depth3 a').map((link) => {
  const section = document.getElementById(decodeURIComponent(link.hash.slice(1)))
  const text = section?.querySelector('.text')?.textContent ?? ''
  return { item: link.parentElement, text: `${link.textContent} ${text}`.toLowerCase() }
})
search.addEventListener('input', () => {
  const words = search.value.toLowerCase().split(/\s+/).filter(Boolean)
  for (const { item, text } of entries) item.hidden = !words.every((word) => text.includes(word))
  for (const group of all('#navigation > ul > li:has(ul)')) {
    group.hidden = words.length > 0 && all('li', group).every((item) => item.hidden)
  }
})
search.addEventListener('keydown', ({ key }) => {
  if (key === 'Enter')
    entries
      .find(({ item }) => !item.hidden)
      ?.item.querySelector('a')
      .click()
})
document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') openMenu(false)
  if (event.key !== '/' || event.target.closest('input, textarea, select')) return
  event.preventDefault()
  search.focus()
})

// Marks the operation that is being read.
const links = new Map(all('#navigation a[href^="#"]').map((link) => [link.hash.slice(1), link]))
const observer = new IntersectionObserver(
  (changes) => {
    const read = changes.find(({ isIntersecting }) => isIntersecting)
    if (!read) return
    for (const link of links.values()) link.removeAttribute('aria-current')
    links.get(read.target.id)?.setAttribute('aria-current', 'true')
  },
  { rootMargin: '-10% 0px -80% 0px' },
)
for (const section of all('.operation')) observer.observe(section)

// Credentials stay in this tab.
const credentials = all('[data-credential]')
for (const input of credentials) {
  input.value = sessionStorage.getItem(input.dataset.credential) ?? ''
  input.addEventListener('input', () => sessionStorage.setItem(input.dataset.credential, input.value))
}
const login = document.querySelector('#login')
login?.addEventListener('submit', async (event) => {
  event.preventDefault()
  const [email, password] = all('input', login).map(({ value }) => value)
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ email, password })
  const response = await fetch('/api/v1/auth/login', { method: 'POST', headers, body, credentials: 'omit' })
  const answer = await response.json()
  login.querySelector('output').textContent = answer.success
    ? 'Done: the access token is filled in.'
    : answer.error.message
  if (!answer.success) return
  const input = document.querySelector('#access-token')
  input.value = answer.data.access_token
  input.dispatchEvent(new Event('input'))
})

for (const form of all('.try form')) {
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    const output = form.querySelector('output')
    output.textContent = 'Waiting…'
    try {
      output.replaceChildren(await send(form))
    } catch (error) {
      output.textContent = `No answer: ${error.message}`
    }
  })
}

async function send(form) {
  const { method, auth } = form.dataset
  const headers = {}
  const query = new URLSearchParams()
  let { path } = form.dataset
  for (const { name, value, dataset } of all('input', form)) {
    if (dataset.in === 'path') path = path.replace(`{${name}}`, encodeURIComponent(value))
    else if (value !== '' && dataset.in === 'query') query.append(name, value)
    else if (value !== '' && dataset.in === 'header') headers[name] = value
  }
  const credential = (name) => sessionStorage.getItem(name) ?? ''
  if (auth.includes('bearer') && credential('bearer'))
    headers.authorization = `Bearer ${credential('bearer')}`
  if (auth.includes('apiToken') && credential('apiToken')) headers['x-api-token'] = credential('apiToken')
  const area = form.querySelector('textarea')
  if (area) headers['content-type'] = area.dataset.type
  const began = performance.now()
  const response = await fetch(`${path}${query.size > 0 ? `?${query}` : ''}`, {
    method,
    headers,
    ...(area && { body: area.value }),
    credentials: path.startsWith('/admin/') ? 'same-origin' : 'omit',
  })
  const text = await response.text()
  const shown = [
    `${response.status} ${response.statusText} in ${Math.round(performance.now() - began)} ms`,
    ...[...response.headers].map(([name, value]) => `${name}: ${value}`),
    '',
    pretty(text),
  ]
  const pre = document.createElement('pre')
  pre.tabIndex = 0
  pre.textContent = shown.join('\n')
  return pre
}

function pretty(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
