@echo off
rem Starts the program of this file's name, whose jar lies one folder up; JAVA_OPTS go to its JVM.
setlocal
set "java=java"
if defined JAVA_HOME set "java=%JAVA_HOME%\bin\java"
"%java%" %JAVA_OPTS% -jar "%~dp0..\%~n0.jar" %*
exit /b %errorlevel%
