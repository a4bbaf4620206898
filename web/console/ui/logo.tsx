import './logo.css'

/** The transom of a boat under its sheer line. */
export function Logo() {
  return (
    <svg className="logo" width="24" height="24" viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="8" />
      <path d="M7 9h18v3H7zM8 14h16l-2.400 7.200a3 3 0 0 1-2.800 2h-5.600a3 3 0 0 1-2.800-2z" />
    </svg>
  )
}
