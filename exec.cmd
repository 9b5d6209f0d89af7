@rem What `exec` of a POSIX shell does for `npm start` and `npm run serve`, in the shell of Windows.
@%*
